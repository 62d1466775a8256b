import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const mail = (name: string) => new URL(`../mail/${name}`, import.meta.url)
const source = mail('layout.mjml')
export const layoutFile = mail('layout.template')
/** In the format of `sha256sum`: a layout that was changed but not compiled fails a test, which needs no MJML. */
export const checksumFile = mail('layout.sha256')

/**
 * Compiles mail/layout.mjml for `npm run mails:build`. MJML is needed only here, so npm fetches it for this command: a
 * server uses the checked-in file.
 */
export function compiledLayout(): string {
  // Colors are filled in later, so MJML cannot check them.
  const settings = { validationLevel: 'skip', keepComments: true, beautify: false, minify: false }
  const flags = Object.entries(settings).map(([name, value]) => `--config.${name}=${value}`)
  const command = ['exec', '--yes', '--package=mjml@5.4.1', '--', 'mjml', fileURLToPath(source)]
  const output = execFileSync('npm', [...command, '--stdout', '--noStdoutFileComment', ...flags], { encoding: 'utf8' })
  return `${output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')}\n`
}

export const layoutChecksums = () =>
  [source, layoutFile]
    .map((file) => {
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
      return `${hash}  ${file.pathname.split('/').at(-1)}\n`
    })
    .join('')
