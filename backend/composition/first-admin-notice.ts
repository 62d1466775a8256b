import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Announces at the start the link for the first admin: on a terminal in full. Other outputs may be logs that others
 * read, so the link goes to a file in the data folder which only the user of the process can read. Without a link, the
 * file of an earlier start is removed.
 */
export function firstAdminNotice(
  link: string | null,
  { dataDir, isTerminal }: { dataDir: string; isTerminal: boolean },
): string[] {
  const file = join(dataDir, 'first-admin-link.txt')
  if (link === null || isTerminal) {
    rmSync(file, { force: true })
    return link === null ? [] : [`First admin link, valid once, for 24 hours: ${link}`]
  }
  const written = `${file}.${process.pid}`
  rmSync(written, { force: true })
  writeFileSync(written, `${link}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(written, file)
  return [`First admin link, valid once, for 24 hours: in ${file}`]
}
