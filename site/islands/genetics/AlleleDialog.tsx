import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { campaign } from '../../../contract/campaign.ts'
import type { Allele, GenePool } from '../../../contract/gene-pool.ts'
import { alleleName, geneNames } from '../../lib/genetic-figures.ts'
import { $open, closeDialog, fieldsOf, formFor, type Wording } from '../../stores/genetics/allele-editor.ts'
import { configWith } from '../../stores/genetics/gene-pool.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { HeroPreviews } from './HeroPreviews.tsx'

/** Writes a new wording with the hero beside it, or shows what an allele looks like. */
export function AlleleDialog({ pool }: { pool: GenePool }) {
  const open = useStore($open)
  return (
    <Modal
      isOpen={open !== null}
      title={
        open === null ? '' : open.kind === 'wording' ? titleOf(open) : alleleName(open.allele.gene, open.allele.text)
      }
      lead={open?.kind === 'wording' ? leadOf(open.allele) : 'The default page with only this changed.'}
      isWide
      isForm={open?.kind === 'wording'}
      asksToDiscard
      onClose={closeDialog}
    >
      {open?.kind === 'wording' && <WordingForm wording={open} pool={pool} key={open.allele?.id ?? open.gene} />}
      {open?.kind === 'preview' && (
        <>
          <HeroPreviews config={configWith(pool, open.allele)} />
          <ModalActions leave="Close" />
        </>
      )}
    </Modal>
  )
}

const titleOf = ({ gene, allele }: Wording) =>
  allele === null ? `New ${geneNames[gene].toLowerCase()}` : `Reword “${allele.text}”`

const leadOf = (allele: Allele | null) =>
  allele?.status === 'approved'
    ? 'The new wording goes live and is tested as a new option. The old one is retired and keeps its results.'
    : 'Visitors see it once you switch it on.'

const labels: { [field: string]: string } = { text: 'Headline', title: 'Title', description: 'Description' }

function WordingForm({ wording, pool }: { wording: Wording; pool: GenePool }) {
  const { gene, allele } = wording
  const form = useMemo(() => formFor(wording), [wording])
  const values = valuesOf(wording)
  const [typed, setTyped] = useState(values)
  const { text = '', title = text, description = '' } = typed
  return (
    <Form
      form={form}
      label={titleOf(wording)}
      values={values}
      onInput={(element) => setTyped(textsIn(new FormData(element)))}
    >
      {Object.entries(fieldsOf(gene)).map(([name, max]) => (
        <Field
          key={name}
          name={name}
          label={labels[name] ?? name}
          help={helpFor(name, [...(typed[name] ?? '').trim()].length, max)}
          {...(name === 'description' && { rows: 3 })}
        />
      ))}
      <HeroPreviews config={configWith(pool, { id: allele?.id ?? '', gene, text: title, description })} />
      <ModalActions leave="Cancel">
        <SubmitButton sending="Saving..." className="button button-small button-primary">
          {allele === null ? 'Propose' : 'Save new wording'}
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}

const valuesOf = ({ gene, allele }: Wording): { [field: string]: string } =>
  gene === 'headline'
    ? { text: allele?.text ?? '' }
    : { title: allele?.text ?? '', description: allele?.description ?? '' }

const textsIn = (fields: FormData) =>
  Object.fromEntries([...fields].map(([name, value]): [string, string] => [name, String(value).trim()]))

const helpFor = (field: string, count: number, max: number) =>
  `${field === 'text' ? `Follows the candidate’s name, such as “${campaign.office}”. ` : ''}${count} of ${max} characters.`
