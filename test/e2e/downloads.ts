import type { Download, Page } from '@playwright/test'

/** The file that a new window downloads: the browser reports it there, or here when that window is gone already. */
export const downloadInNewWindow = (page: Page) =>
  new Promise<Download>((resolve) => {
    page.once('download', resolve)
    page.once('popup', (popup) => popup.once('download', resolve))
  })

export async function contentOf(download: Download): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
