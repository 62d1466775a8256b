import { atom } from 'nanostores'
import type {
  AdminArticle,
  createArticle,
  deleteArticle,
  editArticle,
  listAllArticles,
} from '../../../contract/news.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createForm, type Form } from '../form.ts'
import { createEditableList } from '../lists/editable-list.ts'
import { newestFirst } from '../lists/newest-first.ts'
import { showToast } from '../toasts.ts'

export const articleList = createEditableList<AdminArticle, object>({
  query: {},
  failed: messages.news.loadFailed,
  read: newestFirst((query) => call<typeof listAllArticles>('GET', '/api/admin/news', { query })),
})
/** The article in the dialog: one from the list, 'new', or null while it is closed. */
export const $edited = atom<AdminArticle | 'new' | null>(null)

export const removeArticle = (id: number) =>
  articleList.actAndRemove(id, () => call<typeof deleteArticle>('DELETE', '/api/admin/news/:id', { params: { id } }), {
    done: messages.news.deleted,
    failed: messages.news.deleteFailed,
  })

/** The dialog's form: creates or edits an article. */
export const articleForm = (edited: AdminArticle | 'new'): Form =>
  createForm({
    required: ['title', 'content'],
    missing: messages.news.missing,
    failed: edited === 'new' ? messages.news.createFailed : messages.news.updateFailed,
    showsServerMessage: true,
    async send(read) {
      const body = {
        title: read('title'),
        excerpt: read('excerpt'),
        content: read('content'),
        category: read('category'),
        imageUrl: read('imageUrl'),
        isPublished: read('isPublished') === 'on',
      }
      if (edited === 'new') {
        articleList.prepend(await call<typeof createArticle>('POST', '/api/admin/news', { body }))
        showToast(messages.news.created)
      } else {
        const params = { id: edited.id }
        articleList.replace(await call<typeof editArticle>('PUT', '/api/admin/news/:id', { params, body }))
        showToast(messages.news.updated)
      }
      $edited.set(null)
    },
  })
