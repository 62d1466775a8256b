import { atom } from 'nanostores'
import type { Allele, approveAllele, GenePool, readGenePool, retireAllele } from '../../../contract/gene-pool.ts'
import type { PageVariation } from '../../../contract/page-variations.ts'
import { call, explain } from '../../lib/api.ts'
import { minContrast } from '../../lib/contrast.ts'
import { alleleName } from '../../lib/genetic-figures.ts'
import type { HeroContrast } from '../../lib/hero-preview.ts'
import { messages } from '../../lib/messages.ts'
import { createSingle } from '../lists/single.ts'
import { showError, showToast } from '../toasts.ts'

type Config = PageVariation['config']

export const genePool = createSingle<GenePool, object>({
  query: {},
  failed: messages.genePool.loadFailed,
  read: () => call<typeof readGenePool>('GET', '/api/genetic-test/gene-pool'),
})

/** The allele that is being switched; null while none is. */
export const $switching = atom<string | null>(null)

async function change(id: string, work: () => Promise<GenePool>): Promise<boolean> {
  if ($switching.get() !== null) return false
  $switching.set(id)
  try {
    const pool = await work()
    genePool.change(() => pool)
    return true
  } catch (error) {
    showError(explain(messages.genePool.changeFailed, error))
    return false
  } finally {
    $switching.set(null)
  }
}

/** Switches an allele on. */
export async function approve({ id, gene, text }: Allele): Promise<void> {
  const url = '/api/genetic-test/gene-pool/alleles/:id/approve'
  if (await change(id, () => call<typeof approveAllele>('POST', url, { params: { id } })))
    showToast(messages.genePool.approved(alleleName(gene, text)))
}

/** Takes an allele out of the test. */
export async function retire({ id, gene, text }: Allele): Promise<void> {
  const url = '/api/genetic-test/gene-pool/alleles/:id/retire'
  if (await change(id, () => call<typeof retireAllele>('POST', url, { params: { id } })))
    showToast(messages.genePool.retired(alleleName(gene, text)))
}

/** The measured contrast of each button scheme, by its id. */
export const $contrasts = atom<{ readonly [scheme: string]: HeroContrast }>({})

export const noteContrast = (scheme: string, contrast: HeroContrast) =>
  $contrasts.set({ ...$contrasts.get(), [scheme]: contrast })

export const isFaint = ({ light, dark }: HeroContrast) => Math.min(light, dark) < minContrast

const isScheme = (id: string): id is Config['buttonColor'] => ['cardinal', 'gold', 'paper'].includes(id)
const isLayout = (id: string): id is Config['layout']['hero'] => ['split', 'centered'].includes(id)

/** The page as built with one allele changed: what a preview of it shows. */
export function configWith(
  { alleles }: GenePool,
  changed: Pick<Allele, 'id' | 'gene' | 'text' | 'description'>,
): Config {
  const shown = (gene: Allele['gene']) =>
    changed.gene === gene ? changed : alleles.find((one) => one.gene === gene && one.isBuilt)
  const [scheme, layout] = [shown('buttonColor')?.id ?? '', shown('layout')?.id ?? '']
  const focus = shown('issueFocus')
  return {
    headline: shown('headline')?.text ?? '',
    issueHighlight: { title: focus?.text ?? '', description: focus?.description ?? '' },
    buttonColor: isScheme(scheme) ? scheme : 'cardinal',
    layout: { hero: isLayout(layout) ? layout : 'split', features: 'vertical', cta: 'inline' },
  }
}
