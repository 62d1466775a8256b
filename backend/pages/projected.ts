import type pg from 'pg'
import type { PublicEndorsement } from '../../contract/endorsements.ts'
import type { PublicPrayer } from '../../contract/prayers.ts'

/** A page that is rendered again when what it shows has changed, not when somebody looks at it. */
export type ProjectedPage = {
  path: string
  /** Tags of projections/page-tags.ts: the page is looked at again when one of their versions moves. */
  tags: readonly string[]
  /** What the Astro page finds in `Astro.locals.content` before anything was ever published. */
  empty: object
  /** The same from the read model. Never an e-mail address. */
  content(client: pg.ClientBase): Promise<object>
}

export const projectedPages: readonly ProjectedPage[] = [
  {
    path: '/prayers',
    tags: ['prayers', 'erasures'],
    empty: { prayers: [] },
    async content(client) {
      const { rows } = await client.query<PublicPrayer>(
        `SELECT id, prayer, first_name AS name, location, created_at AS "createdAt"
           FROM read.prayers WHERE is_approved AND NOT is_erased ORDER BY id DESC LIMIT 50`,
      )
      return { prayers: rows }
    },
  },
  {
    path: '/endorsements',
    tags: ['endorsements', 'erasures'],
    empty: { endorsements: [] },
    async content(client) {
      const { rows } = await client.query<PublicEndorsement>(
        `SELECT id, name, title, endorsement_text AS "endorsementText", created_at AS "createdAt"
           FROM read.endorsements WHERE is_approved AND is_public AND NOT is_erased ORDER BY id DESC LIMIT 50`,
      )
      return { endorsements: rows }
    },
  },
]
