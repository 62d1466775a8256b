import { expect, it } from 'vitest'
import { compress } from './compress.ts'
import { createPageStore } from './page-store.ts'

const about = { status: 200, contentType: 'text/html', caching: 'revalidate', csp: null, isListed: true } as const
const page = Buffer.from('<p>Better roads for every town.</p>'.repeat(40))

it.each(['br', 'gzip', 'identity'] as const)(
  'a page among thousands keeps no memory but its own bytes alive (%s)',
  async (encoding) => {
    const { identity, gzip, br } = await compress(page, about.contentType, { quality: 'quick' })
    const bodies = { identity, gzip: encoding === 'identity' ? null : gzip, br: encoding === 'br' ? br : null }
    const store = createPageStore()
    store.setCompact({ ...about, path: '/prayers/older/1', bodies })

    const answers = store.get('/prayers/older/1')?.answers
    expect(answers?.[encoding].body).toEqual(bodies[encoding])
    expect(answers?.[encoding].body.buffer.byteLength).toBe(bodies[encoding]?.byteLength)
    expect(answers?.identity.body).toEqual(page)
  },
)
