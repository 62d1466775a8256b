import { rowOf } from './console.ts'
import { addressOf, postOf, writer } from './forum.ts'
import { answer, hold } from './network.ts'
import { unique } from './people.ts'
import { expectErrorToast, expectToast } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

test.describe('an admin in the forum', () => {
  test('pins, unpins, locks and unlocks a thread', main, async ({ adminPage, request }) => {
    const { start } = await writer(request)
    const thread = await start()
    await adminPage.goto(addressOf(thread))
    const post = postOf(adminPage, thread.content)
    await post.getByRole('button', { name: 'Pin', exact: true }).click()
    await expectToast(adminPage, 'Thread pinned')
    await expect(adminPage.getByRole('img', { name: 'Pinned' })).toBeVisible()
    await post.getByRole('button', { name: 'Lock', exact: true }).click()
    await expectToast(adminPage, 'Thread locked')
    await expect(adminPage.getByRole('img', { name: 'Locked' })).toBeVisible()
    await expect(adminPage.getByText('This thread is locked: no new replies or edits.')).toBeVisible()
    await expectAccessible(adminPage)
    await post.getByRole('button', { name: 'Unlock' }).click()
    await expectToast(adminPage, 'Thread unlocked')
    await post.getByRole('button', { name: 'Unpin' }).click()
    await expectToast(adminPage, 'Thread unpinned')
    await expect(adminPage.getByRole('img', { name: /Pinned|Locked/ })).toHaveCount(0)
  })

  test('sees an error when pinning or locking fails', full, async ({ adminPage, request }) => {
    const { start } = await writer(request)
    const thread = await start()
    await adminPage.goto(addressOf(thread))
    const marking = { method: 'PUT', path: `/api/admin/forum/threads/${thread.id}` } as const
    await answer(adminPage, marking, { message: 'Out of order.' }, 503)
    await postOf(adminPage, thread.content).getByRole('button', { name: 'Pin', exact: true }).click()
    await expectErrorToast(adminPage, 'Failed to change thread', 'Out of order.')
    await expect(adminPage.getByRole('img', { name: 'Pinned' })).toHaveCount(0)
  })

  test('deletes a reply after confirming', full, async ({ adminPage, request }) => {
    const { start, reply } = await writer(request)
    const thread = await start()
    const { content } = await reply(thread.id)
    await adminPage.goto(addressOf(thread))
    const remove = postOf(adminPage, content).getByRole('button', { name: 'Delete reply' })
    await remove.click()
    const question = adminPage.getByRole('alertdialog')
    await expect(question).toContainText('Are you sure you want to delete this reply? This action cannot be undone.')
    await expectAccessible(adminPage)
    await question.getByRole('button', { name: 'Keep reply' }).click()
    await expect(postOf(adminPage, content)).toBeVisible()
    await remove.click()
    await question.getByRole('button', { name: 'Delete reply' }).click()
    await expectToast(adminPage, 'Forum post deleted successfully.')
    await expect(postOf(adminPage, content)).toHaveCount(0)
    await expect(adminPage.getByText('No replies yet')).toBeVisible()
    await expect(adminPage.getByRole('heading', { name: 'Replies' })).toBeFocused()
  })

  test('deletes a thread with its replies and returns to the thread list', full, async ({ adminPage, request }) => {
    const { start, reply } = await writer(request)
    const thread = await start()
    await reply(thread.id)
    await adminPage.goto(addressOf(thread))
    await postOf(adminPage, thread.content).getByRole('button', { name: 'Delete thread' }).click()
    const question = adminPage.getByRole('alertdialog')
    await expect(question).toContainText(
      'Are you sure you want to delete this entire thread? This will delete the original post and all replies. This action cannot be undone.',
    )
    await question.getByRole('button', { name: 'Delete thread' }).click()
    await expectToast(adminPage, 'Thread deleted successfully.')
    await expect(adminPage).toHaveURL('/forum?category=4')
    await expect(adminPage.getByRole('tab', { name: 'Posts' })).toBeDisabled()
    await expect(adminPage.getByText(thread.title)).toHaveCount(0)
    await expect(adminPage.getByRole('heading', { name: 'General' })).toBeFocused()
  })

  test('sees the server’s message when a deletion fails, or a default one', full, async ({ adminPage, request }) => {
    const { start, reply } = await writer(request)
    const thread = await start()
    const { content } = await reply(thread.id)
    await adminPage.goto(addressOf(thread))
    const tryDelete = async (name: string, words: string) => {
      await postOf(adminPage, words).getByRole('button', { name }).click()
      await adminPage.getByRole('alertdialog').getByRole('button', { name }).click()
    }
    await answer(adminPage, { method: 'DELETE', path: /^\/api\/admin\/forum\// }, {}, 503)
    await tryDelete('Delete reply', content)
    await expectErrorToast(adminPage, 'Failed to delete post')
    await tryDelete('Delete thread', thread.content)
    await expectErrorToast(adminPage, 'Failed to delete thread')
    await answer(adminPage, { method: 'DELETE', path: /^\/api\/admin\/forum\// }, { message: 'Out of order.' }, 503)
    await tryDelete('Delete reply', content)
    await expectErrorToast(adminPage, 'Failed to delete post', 'Out of order.')
  })
})

test.describe('the console’s forum tab', () => {
  test('lists threads and posts with type and status, deletes and restores', full, async ({ adminPage, request }) => {
    const { start, reply } = await writer(request)
    const thread = await start({ content: `${'Words and words. '.repeat(10)}the end` })
    const { content } = await reply(thread.id, `A heated reply ${thread.id}`)
    await adminPage.goto('/admin?tab=forum')
    await expect(adminPage.getByRole('heading', { name: 'Forum Messages (Moderation Queue)' })).toBeVisible()
    const row = rowOf(adminPage, thread.title)
    await expect(row).toContainText(`${'Words and words. '.repeat(10)}`.slice(0, 100))
    await expect(row).not.toContainText('the end')
    await expect(row.getByRole('cell').nth(2)).toHaveText('Thread')
    await expect(row.getByRole('cell').nth(3)).toHaveText('Approved')
    const replyRow = rowOf(adminPage, content)
    await expect(replyRow.getByRole('cell').nth(1)).toContainText('Post')
    await expect(replyRow.getByRole('cell').nth(3)).toHaveText('Pending')
    await expectAccessible(adminPage)

    await replyRow.getByRole('button', { name: 'Delete' }).click()
    const question = adminPage.getByRole('alertdialog', {
      name: 'Are you sure you want to delete this forum message?',
    })
    await question.getByRole('button', { name: 'Delete forum message' }).click()
    await expectToast(adminPage, 'Forum message deleted successfully')
    await expect(replyRow).toHaveCount(0)
    await adminPage.getByLabel('Deleted').selectOption('Only deleted')
    await rowOf(adminPage, content).getByRole('button', { name: 'Restore' }).click()
    await expectToast(adminPage, 'Forum message restored successfully')
    await adminPage.getByLabel('Deleted').selectOption('All')
    await expect(rowOf(adminPage, content)).toBeVisible()
  })

  test('links to each post in the forum while the post is public', main, async ({ adminPage, request }) => {
    const { start, reply } = await writer(request)
    const thread = await start()
    const { id, content } = await reply(thread.id)
    const held = await reply(thread.id, unique('A heated reply'))
    await adminPage.goto('/admin?tab=forum')
    await expect(rowOf(adminPage, thread.title).getByRole('link')).toHaveAttribute('href', `/forum?thread=${thread.id}`)
    await expect(rowOf(adminPage, held.content).getByRole('link')).toHaveCount(0)
    await rowOf(adminPage, content).getByRole('link', { name: 'Post' }).click()
    await expect(adminPage).toHaveURL(`${addressOf(thread)}&post=${id}`)
    await expect(postOf(adminPage, content)).toHaveAttribute('data-target', 'true')
  })

  test('keeps its buttons in view, whatever the post contains', main, async ({ adminPage, request }) => {
    const { start } = await writer(request)
    const title = unique('Endless'.repeat(30))
    await start({ title, content: 'x'.repeat(500) })
    await adminPage.goto('/admin?tab=forum')
    await expect(rowOf(adminPage, title).getByRole('button', { name: 'Delete' })).toBeInViewport()
  })

  test('can also restore from the history', full, async ({ adminPage, request }) => {
    const { start } = await writer(request)
    const thread = await start()
    await adminPage.goto('/admin?tab=forum')
    await rowOf(adminPage, thread.title).getByRole('button', { name: 'Delete' }).click()
    await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete forum message' }).click()
    await expectToast(adminPage, 'Forum message deleted successfully')
    await adminPage.getByLabel('Deleted').selectOption('Only deleted')
    await rowOf(adminPage, thread.title).getByRole('button', { name: 'History' }).click()
    const dialog = adminPage.getByRole('dialog', { name: `History of forum message ${thread.id}` })
    await expect(dialog.getByRole('listitem').last()).toContainText('Thread deleted')
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(dialog.getByRole('listitem').last()).toContainText('Thread restored')
    await expect(dialog.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0)
  })

  test(
    'deletes what it shows: a text edited since is shown first, here and in the forum',
    full,
    async ({ adminPage, request }) => {
      const changed = 'The author changed this text after you read it. Read it as it is now, then decide.'
      const { start, reply, edit } = await writer(request)
      const thread = await start()
      const post = await reply(thread.id)
      const [mild, milder] = [unique('Milder words'), unique('Still milder words')]
      await adminPage.goto('/admin?tab=forum')
      const removeRow = async (words: string) => {
        await rowOf(adminPage, words).getByRole('button', { name: 'Delete' }).click()
        await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete forum message' }).click()
      }
      await expect(rowOf(adminPage, post.content)).toBeVisible()
      await edit(post, { content: mild })
      await removeRow(post.content)
      await expectErrorToast(adminPage, 'Error deleting message', changed)
      await expect(rowOf(adminPage, mild)).toBeVisible()

      await adminPage.goto(addressOf(thread))
      const removePost = async (words: string) => {
        await postOf(adminPage, words).getByRole('button', { name: 'Delete reply' }).click()
        await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete reply' }).click()
      }
      await expect(postOf(adminPage, mild)).toBeVisible()
      await edit(post, { content: milder })
      await removePost(mild)
      await expectErrorToast(adminPage, 'Failed to delete post', changed)
      await removePost(milder)
      await expect(postOf(adminPage, milder)).toHaveCount(0)
    },
  )

  test('lists a post deleted while the deleted list is opening', main, async ({ adminPage, request }) => {
    const { start } = await writer(request)
    const thread = await start()
    await adminPage.goto('/admin?tab=forum')
    const remove = { method: 'DELETE', path: `/api/admin/forum/messages/${thread.id}` } as const
    const release = await hold(adminPage, remove)
    await rowOf(adminPage, thread.title).getByRole('button', { name: 'Delete' }).click()
    await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete forum message' }).click()
    const listed = adminPage.waitForResponse((response) => response.url().includes('deleted%3Ayes'))
    await adminPage.getByLabel('Deleted').selectOption('Only deleted')
    await listed
    release()
    await expect(rowOf(adminPage, thread.title).getByRole('button', { name: 'History' })).toBeVisible()
  })

  test('shows each status as text and badge, and why a deletion failed', full, async ({ adminPage }) => {
    const message = { title: null, contentType: 'post', isDeleted: false, createdAt: '2026-03-01T12:00:00.000Z' }
    await answer(
      adminPage,
      { method: 'GET', path: '/api/admin/forum/messages' },
      ['pending', 'approved', 'rejected'].map((status, id) => ({
        ...{ ...message, id: id + 1, status },
        content: `A reply that is ${status}`,
      })),
    )
    await adminPage.goto('/admin?tab=forum')
    for (const [label, badge] of [
      ['Pending', 'badge'],
      ['Approved', 'badge badge-blue'],
      ['Rejected', 'badge badge-bad'],
    ] as const)
      await expect(rowOf(adminPage, `that is ${label.toLowerCase()}`).getByText(label, { exact: true })).toHaveClass(
        badge,
      )
    const remove = { method: 'DELETE', path: /^\/api\/admin\/forum\/messages\// } as const
    const tryDelete = async () => {
      await rowOf(adminPage, 'that is pending').getByRole('button', { name: 'Delete' }).click()
      await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete forum message' }).click()
    }
    await answer(adminPage, remove, { message: 'Out of order.' }, 503)
    await tryDelete()
    await expectErrorToast(adminPage, 'Error deleting message', 'Out of order.')
    await answer(adminPage, remove, {}, 503)
    await tryDelete()
    await expectErrorToast(adminPage, 'Error deleting message', 'Please try again.')
    await expect(rowOf(adminPage, 'that is pending')).toBeVisible()
  })

  test('shows a message when empty and an error when it fails', full, async ({ adminPage }) => {
    const list = { method: 'GET', path: '/api/admin/forum/messages' } as const
    await answer(adminPage, list, [])
    await adminPage.goto('/admin?tab=forum')
    await expect(adminPage.getByText('No forum messages found.')).toBeVisible()
    await adminPage.unrouteAll()
    await answer(adminPage, list, { message: 'Out of order.' }, 503)
    await adminPage.reload()
    await expect(adminPage.getByText('Error loading forum messages: Out of order.')).toBeVisible()
  })
})
