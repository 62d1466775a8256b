import type { APIRoute } from 'astro'
import { emblems } from '../../brand/emblems.ts'
import { campaign } from '../../contract/campaign.ts'

const { night, accent } = campaign.colors

/** The emblem of `components/Logo.astro`, without the stars: they would be specks at 16 pixels. */
export const GET: APIRoute = () =>
  new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="24" fill="${night}"/><path fill="${accent}" d="${emblems[campaign.emblem].icon}"/></svg>`,
    { headers: { 'content-type': 'image/svg+xml' } },
  )
