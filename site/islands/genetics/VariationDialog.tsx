import type { AnalyzedVariation } from '../../../contract/genetic-analytics.ts'
import { ancestryOf, suffixOf } from '../../lib/genetic-figures.ts'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { FamilyTree } from './FamilyTree.tsx'
import { HeroPreviews } from './HeroPreviews.tsx'

type Props = {
  /** The variation that is shown; null while the dialog is closed. */
  id: string | null
  variations: readonly AnalyzedVariation[]
  onShow: (id: string | null) => void
}

/** The content of a variation, and its origin. */
export function VariationDialog({ id, variations, onShow }: Props) {
  const ancestry = id === null ? null : ancestryOf(id, variations)
  return (
    <Modal
      isOpen={ancestry !== null}
      title={ancestry === null ? '' : `${ancestry.variation.config.headline} (${suffixOf(ancestry.variation.id)})`}
      lead="What its visitors see. Looking at it here is never counted."
      isWide
      onClose={() => onShow(null)}
    >
      {ancestry !== null && (
        <>
          <HeroPreviews config={ancestry.variation.config} key={ancestry.variation.id} />
          <FamilyTree ancestry={ancestry} variations={variations} onShow={onShow} />
        </>
      )}
      <ModalActions leave="Close" />
    </Modal>
  )
}
