import { Switch } from '@base-ui/react/switch'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Allele } from '../../../contract/gene-pool.ts'
import { alleleName } from '../../lib/genetic-figures.ts'
import { messages } from '../../lib/messages.ts'
import { isPast } from '../../stores/admin/console.ts'
import { editWording, preview, type WordedGene } from '../../stores/genetics/allele-editor.ts'
import { $contrasts, $switching, approve, isFaint } from '../../stores/genetics/gene-pool.ts'
import { Icon } from '../ui/Icon.tsx'
import { ratio } from './HeroPreviews.tsx'

type Props = { allele: Allele; onRetire: (allele: Allele) => void }

const badges = {
  approved: { label: 'On', badge: 'badge badge-good' },
  proposed: { label: 'Off', badge: 'badge' },
  retired: { label: 'Retired', badge: 'badge badge-waiting' },
} as const

/** True when it can be reworded: neither the page as built nor a retired allele can. */
const wordedGene = ({ gene, isBuilt, status }: Allele): WordedGene | null =>
  !isBuilt && status !== 'retired' && (gene === 'headline' || gene === 'issueFocus') ? gene : null

/** One allele with its state, its switch, and a button to reword or to preview it. */
export function AlleleRow({ allele, onRetire }: Props) {
  const switching = useStore($switching)
  const contrast = useStore($contrasts)[allele.id]
  const id = useId()
  const { description, status, isBuilt } = allele
  const text = alleleName(allele.gene, allele.text)
  const { label, badge } = badges[status]
  const gene = wordedGene(allele)
  const isOn = status === 'approved'
  const faint = allele.gene === 'buttonColor' && contrast !== undefined && isFaint(contrast)
  return (
    <li className={status === 'retired' ? 'allele allele-retired' : 'allele'}>
      <Switch.Root
        className="switch"
        aria-labelledby={`${id}-text`}
        aria-describedby={`${id}-state`}
        checked={isOn}
        disabled={isPast || isBuilt || switching !== null || (faint && !isOn)}
        onCheckedChange={(on) => (on ? void approve(allele) : onRetire(allele))}
      >
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
      <div className="allele-words">
        <p className="allele-text" id={`${id}-text`}>
          {text}
        </p>
        {description !== null && <p className="quiet">{description}</p>}
        <p className="allele-state" id={`${id}-state`}>
          <span className={badge}>{label}</span>
          {isBuilt && <span className="quiet">Default, always on</span>}
          {contrast !== undefined && allele.gene === 'buttonColor' && (
            <span className={faint ? 'outcome-bad' : 'quiet'}>
              Contrast {ratio(contrast.light)} in light, {ratio(contrast.dark)} in dark.{' '}
              {faint && messages.genePool.faint}
            </span>
          )}
        </p>
      </div>
      {gene !== null && !isPast ? (
        <button
          className="icon-button"
          type="button"
          aria-label={`Reword “${text}”`}
          title="Reword"
          onClick={() => editWording({ gene, allele })}
        >
          <Icon name="edit" />
        </button>
      ) : (
        <button
          className="icon-button"
          type="button"
          aria-label={`Preview “${text}”`}
          title="Preview"
          onClick={() => preview(allele)}
        >
          <Icon name="eye" />
        </button>
      )}
    </li>
  )
}
