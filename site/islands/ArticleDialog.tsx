import { Dialog } from '@base-ui/react/dialog'
import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { AdminArticle } from '../../contract/news.ts'
import { $edited, articleForm, closeArticle } from '../stores/admin-news.ts'
import { Field, Form, SubmitButton } from './Form.tsx'

const categories = ['news', 'policy', 'events', 'updates']

/** Create or edit an article; what is typed stays until it is saved or cancelled. */
export function ArticleDialog() {
  const edited = useStore($edited)
  return (
    <Dialog.Root open={edited !== null} disablePointerDismissal onOpenChange={(open) => open || closeArticle()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog dialog-wide">
          <Dialog.Title className="dialog-title">{edited === 'new' ? 'Create Article' : 'Edit Article'}</Dialog.Title>
          {edited !== null && <ArticleForm edited={edited} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ArticleForm({ edited }: { edited: AdminArticle | 'new' }) {
  const form = useMemo(() => articleForm(edited), [edited])
  const isNew = edited === 'new'
  return (
    <Form form={form} label={isNew ? 'Create article' : 'Edit article'} values={valuesOf(edited)}>
      <Field name="title" label="Title" />
      <Field name="excerpt" label="Excerpt" rows={3} help="One or two sentences for the list and for shared links." />
      <div className="form-row">
        <Field name="category" label="Category" help={`Such as ${categories.join(', ')}.`} />
        <Field name="imageUrl" label="Image URL" type="url" help="Begins with https://. Empty: a cover is drawn." />
      </div>
      <Field
        name="content"
        label="Content"
        rows={12}
        help="'# ' begins a heading, '## ' a subheading, '---' is a rule."
      />
      <label className="choice">
        <input type="checkbox" name="isPublished" defaultChecked={!isNew && edited.isPublished} />
        {isNew ? 'Publish immediately' : 'Published'}
      </label>
      <div className="dialog-actions">
        <Dialog.Close className="button button-small">Cancel</Dialog.Close>
        <SubmitButton sending="Saving..." className="button button-small button-primary">
          {isNew ? 'Create Article' : 'Save Article'}
        </SubmitButton>
      </div>
    </Form>
  )
}

function valuesOf(edited: AdminArticle | 'new'): { [field: string]: string } {
  if (edited === 'new') return { category: 'news' }
  const { title, excerpt, content, category, imageUrl } = edited
  return { title, excerpt, content, category, imageUrl: imageUrl ?? '' }
}
