import type * as api from '../../../contract/news.ts'
import type { article } from '../../../records/news.ts'
import { call, callForPage } from '../../lib/api.ts'
import type { Written } from '../../lib/item-values.ts'
import { messages, rowMessages } from '../../lib/messages.ts'
import { createAdminList } from './admin-list.ts'
import { createRowEditor } from './row-editor.ts'
import { createRowActions } from './rows.ts'

const words = rowMessages('article')

export const articleList = createAdminList<api.AdminArticle>({
  tab: 'news',
  sort: '-createdAt',
  filters: ['status', 'category'],
  failed: words.loadFailed,
  read: (query) => callForPage<typeof api.listAllArticles>('/api/admin/news', { query }),
})

export const articleActions = createRowActions(articleList, words, {
  remove: (id) => call<typeof api.deleteArticle>('DELETE', '/api/admin/news/:id', { params: { id } }),
  restore: (id) => call<typeof api.restoreArticle>('POST', '/api/admin/news/:id/restore', { params: { id } }),
})

export const articleEditor = createRowEditor({
  list: articleList,
  words: { ...words, ...messages.news },
  required: ['title', 'content'],
  bodyOf: (read, written: Written<typeof article>) => ({
    ...written,
    isPublished: read('isPublished') === 'on',
  }),
  create: (body) => call<typeof api.createArticle>('POST', '/api/admin/news', { body }),
  save: (id, body, revision) =>
    call<typeof api.editArticle>('PUT', '/api/admin/news/:id', { params: { id }, body, revision }),
})
