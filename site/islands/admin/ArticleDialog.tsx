import type { AdminArticle } from '../../../contract/news.ts'
import { articleEditor } from '../../stores/admin/admin-news.ts'
import { Field } from '../forms/Field.tsx'
import { EditDialog, imageUrlHelp } from './EditDialog.tsx'

const categories = ['news', 'policy', 'events', 'updates']

export const ArticleDialog = () => (
  <EditDialog editor={articleEditor} noun="Article" valuesOf={valuesOf}>
    {(edited) => (
      <>
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
          <input type="checkbox" name="isPublished" defaultChecked={edited !== 'new' && edited.isPublished} />
          {edited === 'new' ? 'Publish immediately' : 'Published'}
        </label>
      </>
    )}
  </EditDialog>
)

function valuesOf(edited: AdminArticle | 'new'): { [field: string]: string } {
  if (edited === 'new') return { category: 'news' }
  const { title, excerpt, content, category, imageUrl } = edited
  return { title, excerpt, content, category, imageUrl: imageUrl ?? '' }
}
