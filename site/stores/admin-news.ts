import { atom } from 'nanostores'
import type { AdminArticle, createArticle, deleteArticle, editArticle, listAllArticles } from '../../contract/news.ts'
import { call, sentenceOf } from '../lib/api.ts'
import { type Message, messages } from '../lib/messages.ts'
import { createForm, type Form } from './form.ts'
import { showError, showToast } from './toasts.ts'

const pageSize = 50

export type ArticlesState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; articles: AdminArticle[]; hasMore: boolean }

export const $articles = atom<ArticlesState>({ status: 'loading' })
/** What the dialog edits: an article, 'new', or nothing while it is closed. */
export const $edited = atom<AdminArticle | 'new' | null>(null)
/** Ids with a deletion under way. */
export const $deleting = atom<number[]>([])

const failure = ({ title }: Message, error: unknown) => ({
  title,
  description: sentenceOf(error) ?? 'Please try again.',
})

const list = (query: { limit: string; before?: string }) =>
  call<typeof listAllArticles>('GET', '/api/admin/news', { query })

export async function loadArticles(): Promise<void> {
  $articles.set({ status: 'loading' })
  try {
    const articles = await list({ limit: String(pageSize) })
    $articles.set({ status: 'loaded', articles, hasMore: articles.length === pageSize })
  } catch (error) {
    const { title, description } = failure(messages.news.loadFailed, error)
    $articles.set({ status: 'failed', message: `${title}: ${description}` })
  }
}

export async function loadMoreArticles(): Promise<void> {
  const state = $articles.get()
  if (state.status !== 'loaded' || !state.hasMore) return
  const before = Math.min(...state.articles.map(({ id }) => id))
  try {
    const older = await list({ limit: String(pageSize), before: String(before) })
    const hasMore = older.length === pageSize
    $articles.set({ status: 'loaded', articles: [...state.articles, ...older], hasMore })
  } catch (error) {
    showError(failure(messages.news.loadFailed, error))
  }
}

function change(articles: (before: AdminArticle[]) => AdminArticle[]): void {
  const state = $articles.get()
  if (state.status === 'loaded') $articles.set({ ...state, articles: articles(state.articles) })
}

/** One call per article at a time: a double click asks once. */
export async function removeArticle(id: number): Promise<void> {
  if ($deleting.get().includes(id)) return
  $deleting.set([...$deleting.get(), id])
  try {
    await call<typeof deleteArticle>('DELETE', '/api/admin/news/:id', { params: { id } })
    change((articles) => articles.filter((article) => article.id !== id))
    showToast(messages.news.deleted)
  } catch (error) {
    showError(failure(messages.news.deleteFailed, error))
  } finally {
    $deleting.set($deleting.get().filter((other) => other !== id))
  }
}

export const openArticle = (article: AdminArticle | 'new') => $edited.set(article)
export const closeArticle = () => $edited.set(null)

/** The dialog's form: creates, or replaces the words of an article. */
export const articleForm = (edited: AdminArticle | 'new'): Form =>
  createForm({
    required: ['title', 'content'],
    missing: messages.news.missing,
    failed: edited === 'new' ? messages.news.createFailed : messages.news.updateFailed,
    tellsServerMessage: true,
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
        const created = await call<typeof createArticle>('POST', '/api/admin/news', { body })
        change((articles) => [created, ...articles])
        showToast(messages.news.created)
      } else {
        const { id } = edited
        const updated = await call<typeof editArticle>('PUT', '/api/admin/news/:id', { params: { id }, body })
        change((articles) => articles.map((article) => (article.id === id ? updated : article)))
        showToast(messages.news.updated)
      }
      closeArticle()
    },
  })
