import type { Pictured } from './build/picture.ts'
import type { WrittenPage } from './rendering/projected-page.ts'

/**
 * The preview picture of a page for shared links. The drawing library is large, so it is loaded for the first picture.
 */
export async function writePicture(pictured: Pictured): Promise<WrittenPage> {
  const { drawPicture } = await import('./build/picture.ts')
  return { contentType: 'image/png', body: await drawPicture(pictured) }
}
