#include "CTagLib.h"

#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <set>
#include <string>

#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/asfpicture.h>
#include <taglib/asftag.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/fileref.h>
#include <taglib/flacfile.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4coverart.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/tdebuglistener.h>
#include <taglib/tfilestream.h>
#include <taglib/tpropertymap.h>
#include <taglib/trueaudiofile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>

namespace {

/// An open file whose extension tells TagLib its format; without one, TagLib looks at the contents.
///
/// It ends for TagLib, which looks for a frame through all of a file, when the bounds are reached.
class NamedStream : public TagLib::FileStream {
 public:
  NamedStream(int descriptor, const char *name, int max_ms)
      : TagLib::FileStream(descriptor, true),
        name_(name),
        end_(Clock::now() + std::chrono::milliseconds(max_ms)) {}

  TagLib::FileName name() const { return name_.c_str(); }

  TagLib::ByteVector readBlock(unsigned long length) {
    is_late_ = is_late_ || Clock::now() >= end_;
    if (is_late_ || left_ == 0) return TagLib::ByteVector();
    const auto block = TagLib::FileStream::readBlock(std::min(length, left_));
    left_ -= std::min<unsigned long>(left_, block.size());
    return block;
  }

  /// Whether the time has passed, or there is more to read than is allowed.
  bool is_late() const { return is_late_; }
  bool is_cut() const { return is_late_ || left_ == 0; }

 private:
  using Clock = std::chrono::steady_clock;

  std::string name_;
  Clock::time_point end_;
  bool is_late_ = false;
  unsigned long left_ = musicbus_max_read_bytes;
};

/// TagLib reports each damaged frame on standard error.
class Silence : public TagLib::DebugListener {
  void printMessage(const TagLib::String &) {}
};

Silence silence;

class OpenFile {
 public:
  OpenFile(int descriptor, const char *name, int max_ms, bool reads_audio)
      : stream_(fcntl(descriptor, F_DUPFD_CLOEXEC, 3), name, max_ms),
        file_(&stream_, reads_audio, TagLib::AudioProperties::Fast) {
    // TagLib takes a file of this name for MP4.
    const size_t length = strlen(name);
    if (file() == nullptr && length >= 4 && strcasecmp(name + length - 4, ".aac") == 0)
      aac_ = std::make_unique<TagLib::MPEG::File>(&stream_, TagLib::ID3v2::FrameFactory::instance(), false);
  }

  /// `nullptr` if TagLib cannot read it.
  TagLib::File *file() const {
    if (aac_ != nullptr) return aac_.get();
    return file_.isNull() || !file_.file()->isValid() ? nullptr : file_.file();
  }

  /// The frames of AAC without a container, in a file that may have the tags of an MP3.
  TagLib::MPEG::File *aac() const { return aac_.get(); }

  const NamedStream &stream() const { return stream_; }

 private:
  NamedStream stream_;
  TagLib::FileRef file_;
  std::unique_ptr<TagLib::MPEG::File> aac_;
};

/// Reads what the headers of AAC frames (ADTS) say, which TagLib 1 does not know; the length is estimated from the
/// first ones.
void read_adts(TagLib::MPEG::File *file, struct musicbus_audio *audio) {
  const int rates[] = {96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350};
  const long start = file->hasID3v2Tag() ? file->ID3v2Tag()->header()->completeTagSize() : 0;
  long at = start;
  double samples = 0;
  int rate = 0;
  for (int frame = 0; frame < 2000 && at + 7 <= file->length(); frame++) {
    file->seek(at);
    const auto bytes = file->readBlock(7);
    if (bytes.size() < 7) return;
    const auto byte = [&](int index) { return static_cast<unsigned char>(bytes[index]); };
    const int length = (byte(3) & 3) << 11 | byte(4) << 3 | byte(5) >> 5;
    const unsigned index = byte(2) >> 2 & 15;
    if (byte(0) != 0xFF || (byte(1) & 0xF6) != 0xF0 || length < 7 || index >= std::size(rates)) {
      // After the last frame, there may be tags; two frames are no accident.
      if (frame < 2) return;
      break;
    }
    rate = rates[index];
    audio->channels = (byte(2) & 1) << 2 | byte(3) >> 6;
    samples += 1024.0 * ((byte(6) & 3) + 1);
    at += length;
  }
  if (rate == 0) return;
  const double ms = samples * 1000 / rate * (file->length() - start) / (at - start);
  audio->sample_rate = rate;
  audio->length_ms = static_cast<int>(std::min(ms, 2e9));
  audio->bitrate_kbps = static_cast<int>((at - start) * 8 / (samples * 1000 / rate));
}

/// Gives values up to the bounds.
class Values {
 public:
  Values(void *context, musicbus_tag_value value) : context_(context), value_(value) {}

  void give(const TagLib::String &key, const TagLib::String &text) {
    if (count_ >= musicbus_max_values || text.isEmpty()) return;
    const std::string bytes = text.to8Bit(true);
    if (bytes.size() > musicbus_max_value_bytes) return;
    count_ += 1;
    value_(context_, key.upper().to8Bit(true).c_str(), bytes.data(), bytes.size());
  }

  void give(const TagLib::String &key, const TagLib::StringList &texts) {
    for (const auto &text : texts) give(key, text);
  }

 private:
  void *context_;
  musicbus_tag_value value_;
  int count_ = 0;
};

/// Gives pictures up to the bounds, or counts them.
class Pictures {
 public:
  Pictures(size_t max_bytes, void *context, musicbus_tag_picture picture)
      : max_bytes_(max_bytes), context_(context), picture_(picture) {}

  int count = 0;

  void give(int type, const TagLib::ByteVector &bytes) {
    if (count >= musicbus_max_pictures || bytes.isEmpty() || bytes.size() > max_bytes_) return;
    count += 1;
    if (picture_ != nullptr) picture_(context_, type, bytes.data(), bytes.size());
  }

  void give(const TagLib::ID3v2::Tag *tag) {
    if (tag == nullptr) return;
    for (const auto *frame : tag->frameList("APIC")) {
      const auto *picture = dynamic_cast<const TagLib::ID3v2::AttachedPictureFrame *>(frame);
      if (picture != nullptr) give(picture->type(), picture->picture());
    }
  }

  void give(const TagLib::List<TagLib::FLAC::Picture *> &pictures) {
    for (const auto *picture : pictures) give(picture->type(), picture->data());
  }

  /// An item of an APE tag is the name of a file, a zero, and its bytes.
  void give(TagLib::APE::Tag *tag) {
    if (tag == nullptr) return;
    const struct { const char *key; int type; } kinds[] = {
        {"COVER ART (FRONT)", 3}, {"COVER ART (BACK)", 4}, {"COVER ART (ARTIST)", 8}};
    const auto &items = tag->itemListMap();
    for (const auto &kind : kinds) {
      const auto item = items.find(kind.key);
      if (item == items.end() || item->second.type() != TagLib::APE::Item::Binary) continue;
      const auto data = item->second.binaryData();
      const int end = data.find('\0');
      if (end >= 0) give(kind.type, data.mid(end + 1));
    }
  }

  void give(TagLib::File *file) {
    using namespace TagLib;
    if (auto *mpeg = dynamic_cast<MPEG::File *>(file)) {
      give(mpeg->ID3v2Tag());
      give(mpeg->APETag());
    } else if (auto *flac = dynamic_cast<FLAC::File *>(file)) {
      give(flac->pictureList());
      give(flac->ID3v2Tag());
    } else if (auto *xiph = dynamic_cast<Ogg::XiphComment *>(file->tag())) {
      give(xiph->pictureList());
    } else if (auto *mp4 = dynamic_cast<MP4::File *>(file)) {
      const auto *tag = mp4->tag();
      if (tag == nullptr || !tag->contains("covr")) return;
      int type = 3;
      for (const auto &cover : tag->item("covr").toCoverArtList()) {
        give(type, cover.data());
        type = 0;
      }
    } else if (auto *asf = dynamic_cast<ASF::File *>(file)) {
      for (const auto &attribute : asf->tag()->attribute("WM/Picture")) {
        const auto picture = attribute.toPicture();
        if (picture.isValid()) give(picture.type(), picture.picture());
      }
    } else if (auto *wav = dynamic_cast<RIFF::WAV::File *>(file)) {
      give(wav->ID3v2Tag());
    } else if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(file)) {
      give(aiff->tag());
    } else if (auto *ape = dynamic_cast<APE::File *>(file)) {
      give(ape->APETag());
    } else if (auto *wavpack = dynamic_cast<WavPack::File *>(file)) {
      give(wavpack->APETag());
    } else if (auto *mpc = dynamic_cast<MPC::File *>(file)) {
      give(mpc->APETag());
    } else if (auto *tta = dynamic_cast<TrueAudio::File *>(file)) {
      give(tta->ID3v2Tag());
    }
  }

 private:
  size_t max_bytes_;
  void *context_;
  musicbus_tag_picture picture_;
};

/// Gives the properties of all tags of an MP3; each tag adds only what the better ones lack, because values
/// in ID3v1 are cut.
void give_all(TagLib::MPEG::File *file, Values &values) {
  std::set<std::string> known;
  // Not by their base class, whose function knows the commonest properties only.
  const auto give = [&](const auto *tag) {
    if (tag == nullptr) return;
    const auto properties = tag->properties();
    for (const auto &property : properties) {
      if (known.insert(property.first.to8Bit(true)).second)
        values.give(property.first, property.second);
    }
  };
  give(file->ID3v2Tag());
  give(file->APETag());
  give(file->ID3v1Tag());
}

/// Gives the free-form items of an MP4 file that TagLib has no property for, such as Label beside LABEL.
void give_others(TagLib::MP4::File *file, const TagLib::PropertyMap &known, Values &values) {
  if (file == nullptr || file->tag() == nullptr) return;
  // The numbers of a purchase in the store.
  const struct { const char *atom, *key; } numbers[] = {
      {"cnID", "ITUNESCATALOGID"}, {"plID", "ITUNESALBUMID"}, {"atID", "ITUNESARTISTID"}};
  for (const auto &number : numbers) {
    if (!file->tag()->contains(number.atom)) continue;
    const auto item = file->tag()->item(number.atom);
    const long long id = number.atom[0] == 'p' ? item.toLongLong() : item.toUInt();
    if (id > 0) values.give(number.key, TagLib::String(std::to_string(id)));
  }
  for (const auto &item : file->tag()->itemMap()) {
    if (!item.first.startsWith("----:")) continue;
    const auto name = item.first.substr(item.first.rfind(":") + 1);
    if (!known.contains(name)) values.give(name, item.second.toStringList());
  }
}

}  // namespace

enum musicbus_tag_result musicbus_read_tags(int descriptor, const char *name, int max_ms,
                                            struct musicbus_audio *audio, void *context,
                                            musicbus_tag_value value) {
  *audio = {};
  try {
    TagLib::setDebugListener(&silence);
    const OpenFile open(descriptor, name, max_ms, true);
    auto *file = open.file();
    if (open.stream().is_late()) return musicbus_tags_late;
    if (file == nullptr) return musicbus_tags_none;
    if (const auto *found = file->audioProperties()) {
      audio->length_ms = found->lengthInMilliseconds();
      audio->bitrate_kbps = found->bitrate();
      audio->sample_rate = found->sampleRate();
      audio->channels = found->channels();
    }
    if (open.aac() != nullptr) read_adts(open.aac(), audio);
    // A file of the right name without any frame has tags at most. TagLib 1 knows no rate of AC-3, E-AC-3, FLAC and
    // Opus in MP4, but the length of the sound.
    const bool is_mp4 = dynamic_cast<TagLib::MP4::File *>(file) != nullptr;
    if (audio->sample_rate <= 0 && !(is_mp4 && audio->length_ms > 0)) return musicbus_tags_none;
    Values values(context, value);
    if (auto *mpeg = dynamic_cast<TagLib::MPEG::File *>(file)) {
      give_all(mpeg, values);
    } else {
      const auto properties = file->properties();
      for (const auto &property : properties) values.give(property.first, property.second);
      give_others(dynamic_cast<TagLib::MP4::File *>(file), properties, values);
    }
    Pictures pictures(SIZE_MAX, nullptr, nullptr);
    pictures.give(file);
    audio->pictures = pictures.count;
    if (open.stream().is_late()) return musicbus_tags_late;
    return open.stream().is_cut() ? musicbus_tags_none : musicbus_tags_read;
  } catch (...) {
    return musicbus_tags_none;
  }
}

int musicbus_read_pictures(int descriptor, const char *name, int max_ms, size_t max_bytes, void *context,
                           musicbus_tag_picture picture) {
  try {
    TagLib::setDebugListener(&silence);
    const OpenFile open(descriptor, name, max_ms, false);
    auto *file = open.file();
    if (file == nullptr || open.stream().is_cut()) return 0;
    Pictures pictures(max_bytes, context, picture);
    pictures.give(file);
    return 1;
  } catch (...) {
    return 0;
  }
}
