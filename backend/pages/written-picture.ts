import type { WrittenPage } from './rendering/projected-page.ts'

/** The picture of a page for shared links. What draws it is large, so it is loaded for the first one. */
export async function writePicture(pictured: { over: string; title: string }): Promise<WrittenPage> {
  const { drawPicture } = await import('./build/picture.ts')
  return { contentType: 'image/png', body: await drawPicture(pictured) }
}
