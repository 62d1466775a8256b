import { useMemo } from 'react'
import type { AdminArticle } from '../../../contract/news.ts'
import { $edited, articleForm } from '../../stores/admin/admin-news.ts'
import { Field, Form } from '../forms/Form.tsx'
import { EditActions, EditDialog, imageUrlHelp } from './EditDialog.tsx'

const categories = ['news', 'policy', 'events', 'updates']

export function ArticleDialog() {
  return (
    <EditDialog $edited={$edited} noun="Article">
      {(edited) => <ArticleForm edited={edited} />}
    </EditDialog>
  )
}

function ArticleForm({ edited }: { edited: AdminArticle | 'new' }) {
  const form = useMemo(() => articleForm(edited), [edited])
  const isNew = edited === 'new'
  return (
    <Form form={form} label={isNew ? 'Create article' : 'Edit article'} values={valuesOf(edited)}>
      <Field name="title" label="Title" />
      <Field name="excerpt" label="Excerpt" rows={3} help="One or two sentences for lists and shared links." />
      <div className="form-row">
        <Field name="category" label="Category" help={`Such as ${categories.join(', ')}.`} />
        <Field name="imageUrl" label="Image URL" type="url" help={imageUrlHelp} />
      </div>
      <Field
        name="content"
        label="Content"
        rows={12}
        help="Start a line with '# ' for a heading or '## ' for a subheading. A line with '---' draws a rule."
      />
      <label className="choice">
        <input type="checkbox" name="isPublished" defaultChecked={!isNew && edited.isPublished} />
        {isNew ? 'Publish immediately' : 'Published'}
      </label>
      <EditActions isNew={isNew} noun="Article" />
    </Form>
  )
}

function valuesOf(edited: AdminArticle | 'new'): { [field: string]: string } {
  if (edited === 'new') return { category: 'news' }
  const { title, excerpt, content, category, imageUrl } = edited
  return { title, excerpt, content, category, imageUrl: imageUrl ?? '' }
}
