import type { APIRoute } from 'astro'
import { campaign, campaignName } from '../../contract/campaign.ts'

/** Name and icons that a phone shows when the site is put on its home screen. */
export const GET: APIRoute = () =>
  new Response(
    JSON.stringify({
      name: campaignName,
      short_name: campaign.candidate,
      start_url: '/',
      display: 'minimal-ui',
      theme_color: campaign.colors.night,
      background_color: campaign.colors.night,
      icons: [
        { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
        ...[192, 512].map((size) => ({
          src: `/icons/${size}.png`,
          type: 'image/png',
          sizes: `${size}x${size}`,
          purpose: 'any maskable',
        })),
      ],
    }),
    { headers: { 'content-type': 'application/manifest+json' } },
  )
