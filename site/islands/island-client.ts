import hydrate from '@astrojs/react/client.js'
import { type ComponentType, createElement } from 'react'
import { IslandBoundary } from './IslandBoundary.tsx'

type Hydrate = typeof hydrate

/** Starts islands in the browser as @astrojs/react does, each in a boundary; astro.config.mjs puts it in its place. */
const hydrateInBoundary: Hydrate = (element) => (Island: ComponentType<object>, props, slots, options) => {
  const Guarded = (own: object) => createElement(IslandBoundary, null, createElement(Island, own))
  return hydrate(element)(Guarded, props, slots, options)
}

export default hydrateInBoundary
