import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PageVariation } from '../../../contract/page-variations.ts'
import { type HeroShown, isHeroShown, type Scheme, type ShowHero } from '../../lib/hero-preview.ts'
import { paths } from '../../lib/paths.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'

type Props = {
  config: PageVariation['config']
  scheme: Scheme
  /** Pixels of the window that it is shown in. */
  width: number
  onShown?: (shown: HeroShown) => void
}

/** The hero as a visitor sees it in a window of this width, scaled to the space there is. */
export function HeroFrame({ config, scheme, width, onShown }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLElement>(null)
  const turn = useRef(0)
  const [height, setHeight] = useState<number | null>(null)
  const [scale, setScale] = useState(0)

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [width])

  const ask = useEffectEvent(() => {
    turn.current += 1
    const message: ShowHero = { kind: 'show-hero', turn: turn.current, config, scheme }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  })
  const onMessage = useEffectEvent(({ data, origin, source }: MessageEvent) => {
    if (origin !== location.origin || source !== frame.current?.contentWindow || !isHeroShown(data)) return
    if (data.turn === null) return ask()
    setHeight(Math.ceil(data.height))
    if (data.turn === turn.current) onShown?.(data)
  })

  useEffect(() => {
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])

  // A frame that is still loading asks itself, once it has loaded.
  const wanted = JSON.stringify([config, scheme])
  useEffect(() => {
    if (wanted !== '') ask()
  }, [wanted])

  const { headline, issueHighlight } = config
  return (
    <figure className="frame">
      <figcaption className="quiet small">{width} px</figcaption>
      <ScrollRegion
        className="frame-box"
        ref={box}
        aria-label={`The page at ${width} pixels`}
        style={{ height: height === null ? undefined : height * scale }}
      >
        <iframe
          ref={frame}
          src={paths.heroPreview}
          title={`${headline}. ${issueHighlight.title}`}
          tabIndex={-1}
          width={width}
          height={height ?? 800}
          style={{ transform: `scale(${scale})`, visibility: height === null ? 'hidden' : undefined }}
        />
      </ScrollRegion>
    </figure>
  )
}
