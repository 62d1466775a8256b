import { useState } from 'react'
import type { PageVariation } from '../../../contract/page-variations.ts'
import { minContrast } from '../../lib/contrast.ts'
import type { HeroShown, Scheme } from '../../lib/hero-preview.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { HeroFrame } from './HeroFrame.tsx'

type Props = {
  config: PageVariation['config']
  /** Called with the measures at the width of a phone. */
  onMeasure?: (shown: HeroShown) => void
}

/** The hero on a phone and on a desktop, in light or dark, with its contrast in both. */
export function HeroPreviews({ config, onMeasure }: Props) {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  const [choice, setScheme] = useState<Scheme | null>(null)
  const [measured, setMeasured] = useState<HeroShown | null>(null)
  const scheme = choice ?? (isDark ? 'dark' : 'light')
  function note(shown: HeroShown) {
    setMeasured(shown)
    onMeasure?.(shown)
  }
  return (
    <div className="previews">
      <div className="previews-head">
        <fieldset className="segments">
          <legend className="visually-hidden">Color scheme of the preview</legend>
          {(['light', 'dark'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="scheme" value={one} checked={scheme === one} onChange={() => setScheme(one)} />
              {one === 'light' ? 'Light' : 'Dark'}
            </label>
          ))}
        </fieldset>
        {measured !== null && <Contrast shown={measured} />}
      </div>
      <div className="frames">
        <HeroFrame config={config} scheme={scheme} width={390} onShown={note} />
        <HeroFrame config={config} scheme={scheme} width={1280} />
      </div>
    </div>
  )
}

export const ratio = (contrast: number) => `${(Math.floor(10 * contrast) / 10).toFixed(1)}:1`

function Contrast({ shown: { contrast, isTooWide } }: { shown: HeroShown }) {
  const isGood = Math.min(contrast.light, contrast.dark) >= minContrast
  return (
    <p className="small" role="status">
      Lowest contrast {ratio(contrast.light)} in light, {ratio(contrast.dark)} in dark{' '}
      <span className={isGood ? 'badge badge-good' : 'badge badge-bad'}>{isGood ? 'Easy to read' : 'Below 4.5:1'}</span>{' '}
      {isTooWide && <span className="badge badge-bad">Too wide for a phone</span>}
    </p>
  )
}
