import type { PageVariation } from '../../../contract/page-variations.ts'

/** The page in small: its layout, and the color of its button. */
export function Thumbnail({ config: { layout, buttonColor } }: Pick<PageVariation, 'config'>) {
  const isCentered = layout.hero === 'centered'
  return (
    <svg className={`thumbnail thumbnail-${buttonColor}`} viewBox="0 0 48 30" width="48" height="30" aria-hidden="true">
      <rect className="thumbnail-page" width="48" height="30" rx="3" />
      <path d={isCentered ? 'M12 9h24M15 14h18' : 'M5 9h20M5 14h15'} />
      <rect className="thumbnail-button" x={isCentered ? 18 : 5} y="19" width="12" height="6" rx="1.5" />
      {!isCentered && <rect className="thumbnail-picture" x="31" y="5" width="12" height="20" rx="2" />}
    </svg>
  )
}
