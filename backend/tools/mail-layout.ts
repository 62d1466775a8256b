import { readFileSync } from 'node:fs'
import mjml2html from 'mjml'

const source = new URL('../mail/layout.mjml', import.meta.url)
export const layoutFile = new URL('../mail/layout.template', import.meta.url)

/**
 * Writes mail/layout.template for `npm run mails:build`. MJML is needed only here: a server uses the checked-in file.
 */
export async function compiledLayout(): Promise<string> {
  // Colors are filled in later, so MJML cannot check them.
  const { html } = await mjml2html(readFileSync(source, 'utf8'), { validationLevel: 'skip', keepComments: true })
  return `${html
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')}\n`
}
