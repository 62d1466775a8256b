import { createApp } from 'astro/app/entrypoint'

/** What `astro build` makes of the pages that are rendered again later; page-renderer.ts calls it. */
export const app = createApp({ streaming: false })
