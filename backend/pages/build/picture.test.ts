import { expect, it } from 'vitest'
import { drawPicture, drawSitePicture } from './picture.ts'

const over = 'May 20, 2027'

it('a picture has the title, whatever letters of Latin it has', async () => {
  expect(await drawPicture({ over, title: 'Meet Thu Nguyễn' })).not.toEqual(
    await drawPicture({ over, title: 'Meet Thu Nguyn' }),
  )
})

it.each([
  { over, title: '会议在图书馆' },
  { over: 'العربية', title: 'Town hall' },
  { over, title: 'Town hall', under: '图书馆' },
])('a picture with letters that are in no font is the site’s own', async (pictured) => {
  expect(await drawPicture(pictured)).toEqual(await drawSitePicture())
})
