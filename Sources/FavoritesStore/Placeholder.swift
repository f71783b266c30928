// FavoritesStore
