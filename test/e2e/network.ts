import type { Page, Request } from '@playwright/test'

type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string | RegExp }

const isCall =
  ({ path }: Call) =>
  ({ pathname }: URL) =>
    typeof path === 'string' ? pathname === path : path.test(pathname)

/** Holds back the responses to a call until the returned function is called. */
export async function hold(page: Page, call: Call): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(isCall(call), async (route) => {
    if (route.request().method() === call.method) await promise
    await route.fallback()
  })
  return resolve
}

/** Mocks the response to a call. The rows of a list are all there are. */
export async function answer(page: Page, call: Call, json: unknown, status = 200): Promise<void> {
  const headers = { 'x-total-count': String(Array.isArray(json) ? json.length : 0) }
  await page.route(isCall(call), (route) =>
    route.request().method() === call.method ? route.fulfill({ status, json, headers }) : route.fallback(),
  )
}

/** The server handles the call, but its first response never arrives. */
export async function loseFirstAnswer(page: Page, call: Call): Promise<void> {
  let isLost = false
  await page.route(isCall(call), async (route) => {
    if (isLost || route.request().method() !== call.method) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}

/** Collects every request for a call from now on. */
export function requestsFor(page: Page, call: Call): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.method() === call.method && isCall(call)(new URL(request.url()))) requests.push(request)
  })
  return requests
}
