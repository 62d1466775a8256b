// For browsers such as Safari 16: a press on the button of a menu opens it, any other press closes it.
addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const wanted = target.closest('[popovertarget]')?.getAttribute('popovertarget')
  for (const menu of document.querySelectorAll('#drawer, #account-menu'))
    menu.classList.toggle('open', menu.id === wanted && !menu.classList.contains('open'))
})

export {}
