declare module 'subset-font' {
  /** The font with the glyphs of these characters alone. `keepFeatures`: OpenType tags. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2'
      keepFeatures: readonly string[]
      variationAxes?: { [axis: string]: { min: number; max: number } }
    },
  ): Promise<Buffer>
}
