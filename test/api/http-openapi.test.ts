import type { RouteOptions } from 'fastify'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/database/database.ts'
import { createNotesServer } from '../support/http/notes-server.ts'

async function read() {
  const routes: RouteOptions[] = []
  const { app } = await createNotesServer(await createTestDatabase(), {
    before: (app) => app.addHook('onRoute', (route) => void routes.push(route)),
  })
  const document = (await app.inject('/api/openapi.json')).json()
  return { app, routes, document }
}

it('describes every route of the API, and nothing else', async () => {
  const { routes, document } = await read()
  for (const { method, url } of routes.filter(({ url }) => url.startsWith('/api')))
    for (const name of [method].flat().filter((name) => name !== 'HEAD'))
      expect(document.paths[url.replace(':id', '{id}')], `${name} ${url}`).toHaveProperty(name.toLowerCase())
  expect(Object.keys(document.paths)).toContain('/api/openapi.json')
  expect(Object.keys(document.paths)).not.toContain('/about')
})

it('says where it is served, and puts each call under a topic that is described', async () => {
  const { document } = await read()
  expect(document.servers).toEqual([{ url: '/' }])
  const named = await createNotesServer(await createTestDatabase(), { origin: ['https://www.example.org'] })
  expect((await named.app.inject('/api/openapi.json')).json().servers).toEqual([{ url: 'https://www.example.org' }])
  const names = document.tags.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['notes', 'admin-notes', 'session']))
  expect(new Set(names).size).toBe(names.length)
  const used = Object.values<Record<string, { tags: string[] }>>(document.paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ tags }) => tags),
  )
  expect(new Set(used)).toEqual(new Set(names))
  for (const { description } of document.tags) expect(description).toMatch(/^Everything at \/api/)
  expect(document.paths['/api/notes'].post.description).toBe(
    'Anyone may call it. Counts against the limit of the form prayers.',
  )
  expect(document.paths['/api/admin/notes/{id}'].delete.description).toMatch(/^For staff with the right notes\./)
})

it('is structurally valid OpenAPI 3.1', async () => {
  const { document } = await read()
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: expect.any(String), version: expect.any(String) } })
  const ids = new Set<string>()
  for (const [path, operations] of Object.entries<Record<string, Record<string, unknown>>>(document.paths)) {
    expect(path).toMatch(/^\/api/)
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const operation of Object.values(operations)) {
      expect(operation).toMatchObject({
        operationId: expect.any(String),
        summary: expect.any(String),
        description: expect.stringMatching(/\S/),
        tags: [expect.stringMatching(/^[a-z-]+$/)],
      })
      ids.add(String(operation.operationId))
      const inPath = [operation.parameters].flat().filter((parameter) => Object(parameter).in === 'path')
      expect(inPath).toEqual(
        named.map((name) => expect.objectContaining({ name, required: true, schema: expect.anything() })),
      )
      for (const [status, answer] of Object.entries(Object(operation.responses))) {
        expect(status).toMatch(/^[1-5]\d\d$/)
        expect(answer).toEqual(
          expect.toSatisfy((value) => typeof value.description === 'string' || typeof value.$ref === 'string'),
        )
      }
    }
  }
  expect(ids.size).toBe(Object.values<object>(document.paths).flatMap((operations) => Object.keys(operations)).length)
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
  for (const reference of new Set(references)) {
    const target = reference.split('/').reduce((node, key) => node?.[key], document)
    expect(target, reference).toBeDefined()
  }
})

it('documents who may call, what to send and which errors can occur', async () => {
  const { document } = await read()
  const { post } = document.paths['/api/notes']
  expect(post).toMatchObject({ 'x-policy': 'public', security: [] })
  expect(post.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }))
  const schema = post.requestBody.content['application/json'].schema
  expect(schema).toMatchObject({ required: ['title'], additionalProperties: false })
  expect(Object.keys(post.responses)).toEqual(['201', '400', '403', '409', '413', '415', '422', '429', '503'])
  const remove = document.paths['/api/admin/notes/{id}'].delete
  const security = [{ session: [] }, { apiKey: [] }]
  expect(remove).toMatchObject({ 'x-policy': 'staff', 'x-needs': { right: 'notes' }, security })
  expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(remove.responses['204']).not.toHaveProperty('content')
  expect(Object.keys(remove.responses)).toEqual(expect.arrayContaining(['401', '403', '404', '429']))
})

it('has a readable page without inline scripts or styles', async () => {
  const { app } = await read()
  const page = await app.inject('/api/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*style-src 'self'/)
  expect(page.body).toContain('/api/admin/notes/{id}/approve')
  expect(page.body).not.toMatch(/<script|<style|style=|onclick/)
  const style = await app.inject('/api/docs.css')
  expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
})
