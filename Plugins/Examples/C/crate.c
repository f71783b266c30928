/* Crate: a MusicBus provider of level Core in C, with a few built-in albums.
   Debian: libzmq3-dev libjansson-dev. Protocol/messages.md defines the messages. */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

static const struct {
    const char *key, *title, *artist, *date;
} ALBUMS[] = {
    {"kind-of-blue", "Kind of Blue", "Miles Davis", "1959-08-17"},
    {"blue-train", "Blue Train", "John Coltrane", "1958"},
    {"pastel-blues", "Pastel Blues", "Nina Simone", "1965-10"},
};
enum { COUNT = sizeof ALBUMS / sizeof *ALBUMS, FRAMES = 4 };

static void *dealer;
static const char *token;
static char session[65]; /* empty if there is none */
static int ended, dead_ms = 5000;

/* Sends a message, and frees header and body. */
static void send_message(json_t *header, json_t *body) {
    if (*session) json_object_set_new(header, "sid", json_string(session));
    char *head = json_dumps(header, JSON_COMPACT), *text = json_dumps(body, JSON_COMPACT);
    zmq_send(dealer, "MB1", 3, ZMQ_SNDMORE);
    zmq_send(dealer, head, strlen(head), ZMQ_SNDMORE);
    zmq_send(dealer, text, strlen(text), 0);
    free(head), free(text), json_decref(header), json_decref(body);
}

static void send_error(const char *re, const char *code, const char *message) {
    send_message(json_pack("{ssss}", "type", "error", "re", re),
        json_pack("{ssss}", "code", code, "message", message));
}

static void send_hello(void) {
    json_t *terms = json_pack("{s{}si}", "cost", "freshMs", 86400000);
    json_t *body = json_pack(
        "{s{ssss}s{ssss}sss{sssssssssis{sOsO}s[s]s{}s[]s{ss}s[{sss{ss}}{sss{ss}}]}}",
        "versions", "min", "1.0", "max", "1.0", "peer", "name", "crate", "version", "1.0",
        "token", token, "descriptor", "id", "crate", "name", "Crate", "version", "1.0",
        "level", "core", "inflight", 1,
        "methods", "albums.search", terms, "album.get", terms, "namespaces", "crate:album",
        "budgets", "hosts", "attribution", "text", "Three albums from a crate.",
        "samples", "method", "albums.search", "params", "text", "blue",
        "method", "album.get", "params", "id", "crate:album:blue-train");
    json_decref(terms);
    *session = 0;
    send_message(json_pack("{ssss}", "type", "hello", "id", "h"), body);
}

static json_t *album(int index) {
    return json_pack("{ssso ss s{ss} ss}", "kind", "album",
                     "id", json_sprintf("crate:album:%s", ALBUMS[index].key),
                     "title", ALBUMS[index].title, "artist", "name", ALBUMS[index].artist,
                     "releaseDate", ALBUMS[index].date);
}

/* Replies to a call; `params` is NULL if they could not be read. */
static void reply(const char *id, const char *method, json_t *params) {
    int searches = !strcmp(method, "albums.search");
    const char *text = json_string_value(json_object_get(params, searches ? "text" : "id"));
    json_t *limit = json_object_get(params, "limit"), *items = json_array();
    size_t most = json_is_integer(limit) ? (size_t)json_integer_value(limit) : COUNT;
    ended++;
    if (!searches && strcmp(method, "album.get")) {
        send_error(id, "METHOD_UNKNOWN", "Crate serves albums.search and album.get.");
    } else if (!text) {
        send_error(id, "INVALID_PARAMS", searches ? "Missing \"text\"." : "Missing \"id\".");
    } else {
        for (int i = 0; i < COUNT && json_array_size(items) < most; i++) {
            const char *key = strncmp(text, "crate:album:", 12) ? "" : text + 12;
            if (searches ? !!strcasestr(ALBUMS[i].title, text) : !strcmp(ALBUMS[i].key, key))
                json_array_append_new(items, album(i));
        }
        send_message(json_pack("{ssss}", "type", "done", "re", id),
            json_pack("{sisO}", "parts", 0, "items", items));
    }
    json_decref(items);
}

static void handle(json_t *header, json_t *body) {
    const char *type = json_string_value(json_object_get(header, "type"));
    const char *id = *session ? json_string_value(json_object_get(header, "id")) : NULL;
    const char *method = json_string_value(json_object_get(header, "method"));
    const char *code = json_string_value(json_object_get(body, "code"));
    if (!type) {
        fprintf(stderr, "ignored a header without a type\n");
    } else if (!strcmp(type, "welcome")) {
        const char *sid = json_string_value(json_object_get(header, "sid"));
        snprintf(session, sizeof session, "%s", sid ? sid : "");
        json_unpack(body, "{s{si}}", "liveness", "deadMs", &dead_ms);
    } else if (!strcmp(type, "call") && id) {
        reply(id, method ? method : "", body);
    } else if (!strcmp(type, "ping") && id) {
        send_message(json_pack("{ssss}", "type", "pong", "re", id),
            json_pack("{sisisi}", "inflight", 0, "oldestMs", 0, "ended", ended));
    } else if (!strcmp(type, "reject")) {
        exit(78);
    } else if (!strcmp(type, "bye")) {
        if (!code || (strcmp(code, "SESSION_UNKNOWN") && strcmp(code, "SLOW_CONSUMER"))) exit(0);
        send_hello();
    } else if (id) {
        send_error(id, "TYPE_UNKNOWN", "Unknown type.");
    }
}

/* Receives one message and ignores it if it is invalid. */
static void receive(void) {
    zmq_msg_t frames[FRAMES + 1];
    int count = 0, more;
    do {
        if (count > FRAMES) zmq_msg_close(&frames[--count]);
        zmq_msg_init(&frames[count]);
        zmq_msg_recv(&frames[count], dealer, 0);
        more = zmq_msg_more(&frames[count++]);
    } while (more);
    if (count > 1 && count <= FRAMES && zmq_msg_size(&frames[0]) == 3 &&
        !memcmp(zmq_msg_data(&frames[0]), "MB1", 3)) {
        json_t *parts[2] = {NULL, count > 2 ? NULL : json_object()};
        for (int i = 1; i < count && i < 3; i++)
            parts[i - 1] = json_loadb(zmq_msg_data(&frames[i]), zmq_msg_size(&frames[i]), 0, NULL);
        handle(parts[0], parts[1]);
        json_decref(parts[0]), json_decref(parts[1]);
    }
    while (count) zmq_msg_close(&frames[--count]);
}

int main(void) {
    const char *how = getenv("MUSICBUS_START");
    if (!how || strcmp(how, "stdin")) {
        fprintf(stderr, "Crate is a MusicBus provider and is started by a hub. See README.md.\n");
        return 64;
    }
    char *line = NULL;
    size_t size = 0;
    json_t *start = getline(&line, &size, stdin) > 0 ? json_loads(line, 0, NULL) : NULL;
    const char *endpoint = json_string_value(json_object_get(start, "endpoint"));
    token = json_string_value(json_object_get(start, "token"));
    dealer = zmq_socket(zmq_ctx_new(), ZMQ_DEALER);
    if (!endpoint || !token || zmq_connect(dealer, endpoint)) return 1;
    send_hello();
    zmq_pollitem_t items[] = {{dealer, 0, ZMQ_POLLIN, 0}, {NULL, 0, ZMQ_POLLIN, 0}};
    while (1) {
        int ready = zmq_poll(items, 2, dead_ms);
        if (ready == 0) send_hello(); /* the hub would have pinged, so the session is lost */
        if (ready > 0 && items[1].revents && read(0, line, size) <= 0) return 0; /* exits with the hub */
        if (ready > 0 && items[0].revents) receive();
    }
}
