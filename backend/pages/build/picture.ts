import sharp from 'sharp'
import { emblems } from '../../../brand/emblems.ts'
import { campaign, campaignName } from '../../../contract/campaign.ts'
import { pictureFonts } from './picture-fonts.ts'
import { createTextLayout } from './text-layout.ts'

const width = 1200
const height = 630
const margin = 80
const { night, accent, primary } = campaign.colors

const { set: layOut, hasLettersOf } = createTextLayout(pictureFonts)

/** `over` and `under` the title: when and where something is. */
export type Pictured = { over: string; title: string; under?: string | undefined }

/** The emblem as the icon of a home screen: a PNG of `size` × `size` pixels, whose edges may be cut round. */
export function drawIcon(size: number): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64"><rect width="64" height="64" fill="${night}"/><path transform="translate(8 8)" fill="${accent}" d="${emblems[campaign.emblem].icon}"/></svg>`
  return sharp(Buffer.from(drawing)).png({ palette: true, compressionLevel: 9 }).toBuffer()
}

/** A picture for shared links; the site's own where a letter is in no font of ours. */
export const drawPicture = (pictured: Pictured): Promise<Buffer> =>
  hasLettersOf(Object.values(pictured).join('')) ? draw(pictured) : drawSitePicture()

export const drawSitePicture = (): Promise<Buffer> => draw({ over: campaign.district, title: campaign.slogan })

/**
 * A PNG of 1200 × 630 pixels: text above a landscape and the emblem, in the campaign’s colors. Drawn only from shapes: no
 * user text, URL or font ever reaches the drawing library.
 */
async function draw({ over, title, under }: Pictured): Promise<Buffer> {
  const room = width - 2 * margin - 120
  const short = layOut(title, { size: 76, width: room, maxLines: 4 })
  const isShort = short.length <= 3
  const [size, lines] = isShort ? [76, short] : [60, layOut(title, { size: 60, width: room, maxLines: 4 })]
  const leading = size * 1.16
  const top = 250 - (Math.max(lines.length - 3, 0) * leading) / 3
  const drawing = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="100%" height="100%" fill="${night}"/>`,
    landscape(),
    emblem(),
    ...words(over.toUpperCase(), { x: margin, y: 132, size: 30, fill: accent }),
    ...lines.map(({ path }, index) => shape(path, margin, top + index * leading, '#fff')),
    ...(under === undefined ? [] : words(under, { x: margin, y: 496, size: 30, fill: '#fff' })),
    `<rect x="${margin}" y="528" width="72" height="6" fill="${primary}"/>`,
    ...words(campaignName, { x: margin, y: 578, size: 30, fill: '#fff' }),
    '</svg>',
  ].join('')
  return sharp(Buffer.from(drawing)).png({ palette: true, compressionLevel: 9 }).toBuffer()
}

const shape = (path: string, x: number, y: number, fill: string) =>
  `<path transform="translate(${x} ${y.toFixed(1)})" d="${path}" fill="${fill}"/>`

const words = (text: string, { x, y, size, fill }: { x: number; y: number; size: number; fill: string }) =>
  layOut(text, { size, width: width - 2 * margin, maxLines: 1 }).map(({ path }) => shape(path, x, y, fill))

/** The ground, with rows that converge on the horizon where the campaign has fields. */
function landscape(): string {
  const rows =
    campaign.landscape === 'hills'
      ? []
      : Array.from({ length: 15 }, (_, row) => {
          const foot = -300 + row * 130
          return `<path d="M900 470L${foot} 640" stroke="#fff" stroke-opacity=".07" stroke-width="10"/>`
        })
  return `<path d="M0 470H1200V630H0Z" fill="#fff" fill-opacity=".03"/>${rows.join('')}`
}

/** The emblem below an arc of stars. */
function emblem(): string {
  const star = 'M0-11L3-3 11-3 5 2 7 10 0 5-7 10-5 2-11-3-3-3Z'
  const stars = Array.from({ length: 9 }, (_, index) => {
    const angle = Math.PI * (1.05 + (index * 0.9) / 8)
    const [x, y] = [1056 + 100 * Math.cos(angle), 250 + 100 * Math.sin(angle)]
    return `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" d="${star}"/>`
  })
  return `<g fill="${accent}">${stars.join('')}<path d="${emblems[campaign.emblem].picture}"/></g>`
}
