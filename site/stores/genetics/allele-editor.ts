import { atom } from 'nanostores'
import type { Allele, GenePool, NewAllele, proposeAllele, rewordAllele } from '../../../contract/gene-pool.ts'
import { maxLength } from '../../../contract/hero-text.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createForm, type Form, type Read } from '../form.ts'
import { showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'
import { genePool } from './gene-pool.ts'

export type WordedGene = NewAllele['gene']

/** The wording of an allele, or a new one of a gene. */
export type Wording = { gene: WordedGene; allele: Allele | null }
/** The content of the dialog: a wording to edit, or an allele to look at; null while it is closed. */
export const $open = atom<({ kind: 'wording' } & Wording) | { kind: 'preview'; allele: Allele } | null>(null)

export const editWording = (wording: Wording) => $open.set({ kind: 'wording', ...wording })
export const preview = (allele: Allele) => $open.set({ kind: 'preview', allele })
export const closeDialog = () => $open.set(null)

/** The fields of a gene with their maximum lengths. */
export const fieldsOf = (gene: WordedGene): { [field: string]: number } =>
  gene === 'headline'
    ? { text: maxLength.headline }
    : { title: maxLength.issueTitle, description: maxLength.issueDescription }

function bodyOf(gene: WordedGene, read: Read): NewAllele {
  if (gene === 'headline') return { gene, text: read('text') }
  return { gene, title: read('title'), description: read('description') }
}

const tooLong = (gene: WordedGene, read: Read) =>
  Object.entries(fieldsOf(gene)).flatMap(([field, max]) =>
    [...read(field)].length > max ? [[field, messages.genePool.tooLong(String(max))] as const] : [],
  )

const isSame = ({ text, description }: Allele, body: NewAllele) =>
  body.gene === 'headline' ? body.text === text : body.title === text && body.description === description

function send({ gene, allele }: Wording, read: Read): Promise<GenePool> {
  const body = bodyOf(gene, read)
  if (allele === null) return call<typeof proposeAllele>('POST', '/api/genetic-test/gene-pool/alleles', { body })
  const url = '/api/genetic-test/gene-pool/alleles/:id'
  return call<typeof rewordAllele>('PUT', url, { params: { id: allele.id }, body })
}

/** The form of the dialog; it keeps the input when the server rejects it. */
export function formFor(wording: Wording): Form {
  const { gene, allele } = wording
  const [first = 'text'] = Object.keys(fieldsOf(gene))
  return createForm({
    required: Object.keys(fieldsOf(gene)),
    missing: messages.genePool.missing,
    failed: messages.genePool.changeFailed,
    signedOut: { ...messages.genePool.changeFailed, description: messages.sessionEnd.saveAgain },
    showsServerMessage: true,
    check: (read) =>
      allele !== null && isSame(allele, bodyOf(gene, read))
        ? { [first]: messages.genePool.same }
        : Object.fromEntries(tooLong(gene, read)),
    async send(read) {
      const isOpen = unchanged($open)
      const pool = await send(wording, read)
      genePool.change(() => pool)
      showToast(allele?.status === 'approved' ? messages.genePool.reworded : messages.genePool.proposed)
      if (isOpen()) closeDialog()
    },
  })
}
