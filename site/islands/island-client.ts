import hydrate from '@astrojs/react/client.js'
import { type ComponentType, createElement } from 'react'
import { IslandBoundary } from './IslandBoundary.tsx'
import { islandStarted } from './island-events.ts'
import { Started } from './Started.tsx'
import { watchTyped } from './typed-text.ts'

type Hydrate = typeof hydrate

/**
 * Starts islands in the browser as @astrojs/react does, each in a boundary and with earlier input; astro.config.mjs
 * replaces the original with it.
 */
const hydrateInBoundary: Hydrate = (element) => (Island: ComponentType<object>, props, slots, options) => {
  const onDrawn = watchTyped(element)
  const onStarted = () => void element.dispatchEvent(new Event(islandStarted))
  const Guarded = (own: object) =>
    createElement(Started, { onDrawn, onStarted }, createElement(IslandBoundary, null, createElement(Island, own)))
  return hydrate(element)(Guarded, props, slots, options)
}

export default hydrateInBoundary
