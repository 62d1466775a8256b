import type { APIRoute } from 'astro'
import { campaign } from '../../contract/campaign.ts'

const { navy, gold } = campaign.colors

/** The torch of `components/Logo.astro`, without the stars: they would be specks at 16 pixels. */
export const GET: APIRoute = () =>
  new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="24" fill="${navy}"/><g fill="${gold}"><path d="M24 5c1.2 5 8 7.5 8 13.5a8 8 0 0 1-16 0c0-3.7 2.5-5.2 3.2-8.2 1.8 1 2.6 2.2 2.8 3.8 1.6-2.3 2.3-5.4 2-9.1z"/><path d="M16 28h16l-1.6 4H17.6zM20.3 33.5h7.4L25.7 44h-3.4z"/></g></svg>`,
    { headers: { 'content-type': 'image/svg+xml' } },
  )
