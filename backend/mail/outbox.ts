import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail, Mailer } from './mailer.ts'

export type KeptMail = Mail & {
  id: string
  from: string
  /** ISO 8601. */
  sentAt: string
}

export type Outbox = Mailer & {
  /** Newest first, 100 a page. `total`: of all pages. */
  list(pageNumber?: number): Promise<{ mails: KeptMail[]; total: number }>
  read(id: string): Promise<KeptMail | null>
  /** Deletes every message to these addresses or mentioning one of them. */
  forget(addresses: readonly string[]): Promise<void>
}

const filesAtOnce = 16
export const mailsPerPage = 100

// The time comes first, so that names sort by it.
const idShape = /^\d{13}-[\da-f]{12}$/

/** For development: messages become JSON files in `folder` instead of being sent. */
export function createOutbox({ folder, from }: { folder: string; from: string }): Outbox {
  async function read(id: string): Promise<KeptMail | null> {
    if (!idShape.test(id)) return null
    try {
      const mail: unknown = JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8'))
      return isKept(mail) ? mail : null
    } catch {
      return null
    }
  }
  const idsOfAll = async () =>
    (await readdir(folder).catch(() => [])).flatMap((name) =>
      name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [],
    )
  return {
    async send(mail) {
      const now = new Date()
      const id = `${String(now.getTime()).padStart(13, '0')}-${randomBytes(6).toString('hex')}`
      const stored: KeptMail = { ...mail, id, from, sentAt: now.toISOString() }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed only when complete, so that readers never see a partial message.
      const part = join(folder, `${id}.part`)
      await writeFile(part, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
      await rename(part, join(folder, `${id}.json`))
    },
    async list(pageNumber = 1) {
      // An email campaign leaves thousands of emails, so only those on the page are read.
      const ids = (await idsOfAll())
        .filter((id) => idShape.test(id))
        .sort()
        .reverse()
      const shown = ids.slice((pageNumber - 1) * mailsPerPage, pageNumber * mailsPerPage)
      const mails = (await Promise.all(shown.map(read))).filter((mail) => mail !== null)
      return { mails, total: ids.length }
    },
    read,
    async forget(addresses) {
      // Compared as they appear in the files. An email campaign leaves thousands of emails, so they are searched, not
      // parsed.
      const words = addresses.map((address) => JSON.stringify(address.toLowerCase()).slice(1, -1))
      const ids = await idsOfAll()
      const search = async () => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
          const file = join(folder, `${id}.json`)
          const content = (await readFile(file, 'utf8').catch(() => '')).toLowerCase()
          if (words.some((address) => content.includes(address))) await rm(file, { force: true })
        }
      }
      await Promise.all(Array.from({ length: filesAtOnce }, search))
    },
    async close() {},
  }
}

const isKept = (mail: unknown): mail is KeptMail =>
  typeof mail === 'object' &&
  mail !== null &&
  ['id', 'from', 'sentAt', 'to', 'subject', 'text', 'html'].every(
    (field) => typeof Reflect.get(mail, field) === 'string',
  )
