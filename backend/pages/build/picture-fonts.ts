const sourceSerif = (part: string) => `@fontsource/source-serif-4/files/source-serif-4-${part}-700-normal.woff2`

/** The fonts of pictures: the first that has a letter draws it. Gentium has the letters of Latin that are in no other. */
export const pictureFonts = [
  ...['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'].map(sourceSerif),
  '@fontsource/gentium-book-plus/files/gentium-book-plus-latin-ext-700-normal.woff2',
]
