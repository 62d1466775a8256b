import { setTimeout as pause } from 'node:timers/promises'
import type { FileImport } from '../../../contract/imports.ts'
import type { TestApp } from './app.ts'

type Answer = { statusCode: number; body: string; json(): unknown }

/** Imports a file of donations as staff do, and waits until it is finished. `send`: posts to a path, the file or nothing. */
export async function importDonationsBy(
  send: (path: string, hasFile: boolean) => Promise<Answer>,
  list: () => Promise<FileImport[]>,
): Promise<void> {
  const path = '/api/admin/imports/donations'
  const { plan } = Object(okay(await send(`${path}/check`, true), 200).json())
  const { id } = Object(okay(await send(`${path}?plan=${plan}`, false), 202).json())
  while (!(await list()).some((one) => one.id === id && one.finishedAt !== null)) await pause(20)
}

function okay(answer: Answer, status: number): Answer {
  if (answer.statusCode !== status) throw new Error(`${answer.statusCode} instead of ${status}: ${answer.body}`)
  return answer
}

export const importDonations = (app: TestApp, payload: string): Promise<void> =>
  importDonationsBy(
    (url, hasFile) =>
      app.app.inject({
        method: 'POST',
        url,
        headers: {
          cookie: 'session=admin',
          'sec-fetch-site': 'same-origin',
          ...(hasFile && { 'content-type': 'text/csv' }),
        },
        ...(hasFile && { payload }),
      }),
    async () => (await app.get('/api/admin/imports', { as: 'admin' })).json(),
  )
