import { expect, type Page } from '@playwright/test'
import { sameOrigin } from './people.ts'

/** Imports a file as staff do, without the screen; returns its import. */
export async function importFile(
  { request }: Page,
  kind: 'donations' | 'volunteers',
  lines: readonly string[],
  query: { [name: string]: string } = {},
): Promise<string> {
  const headers = { ...sameOrigin(), 'content-type': 'text/csv' }
  const data = lines.join('\n')
  const path = `/api/admin/imports/${kind}`
  const { plan, refused } = await (
    await request.post(`${path}/check?${new URLSearchParams(query)}`, { headers, data })
  ).json()
  expect(refused).toBe(0)
  const started = await request.post(`${path}?plan=${plan}`, { headers: sameOrigin() })
  expect(started.status(), await started.text()).toBe(202)
  const { id } = await started.json()
  await expect
    .poll(async () => {
      const all: { id: string; finishedAt: string | null }[] = await (await request.get('/api/admin/imports')).json()
      return all.find((one) => one.id === id)?.finishedAt ?? null
    })
    .not.toBeNull()
  return id
}
