import { useRef } from 'react'
import type { AdminArticle } from '../../../contract/news.ts'
import { article } from '../../../records/news.ts'
import { textsOf } from '../../lib/item-values.ts'
import { sentenceCase } from '../../lib/labels.ts'
import { articleEditor } from '../../stores/admin/admin-news.ts'
import { Field } from '../forms/Field.tsx'
import { FormatButtons } from '../forms/FormatButtons.tsx'
import { CategoryField } from './CategoryField.tsx'
import { EditDialog, imageUrlHelp } from './EditDialog.tsx'

/** Administration §9, and those of the public site that have a color. */
const categories = ['news', 'policy', 'events', 'updates', 'campaign update', 'policy position', 'agriculture']

export const ArticleDialog = () => (
  <EditDialog editor={articleEditor} noun="Article" valuesOf={valuesOf}>
    {(edited) => (
      <>
        <Field name="title" label={article.title.label} />
        <Field
          name="excerpt"
          label={article.excerpt.label}
          rows={3}
          help="One or two sentences for lists and shared links."
        />
        <div className="form-row">
          <CategoryField options={categories} labelOf={sentenceCase} />
          <Field name="imageUrl" label={article.imageUrl.label} type="url" help={imageUrlHelp} />
        </div>
        <ContentField />
        <label className="choice">
          <input type="checkbox" name="isPublished" defaultChecked={edited !== 'new' && edited.isPublished} />
          {edited === 'new' ? 'Publish immediately' : 'Published'}
        </label>
      </>
    )}
  </EditDialog>
)

function ContentField() {
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <Field
      name="content"
      label={article.content.label}
      rows={12}
      area={area}
      tools={<FormatButtons field={area} hasLists={false} />}
      help="Start a line with '# ' for a heading or '## ' for a subheading. A line with '---' draws a rule."
    />
  )
}

function valuesOf(edited: AdminArticle | 'new'): { [field: string]: string } {
  return edited === 'new' ? { category: 'news' } : textsOf(edited)
}
