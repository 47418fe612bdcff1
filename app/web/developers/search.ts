import { findPlaces, type Place } from './find.ts'

type Search = {
  field: HTMLInputElement
  results: HTMLElement
  status: HTMLElement
  /** True from Escape or the end of the focus until something is typed. */
  isClosed: boolean
}

/** Starts the search of the documentation: / or Ctrl K focuses it, arrows select, Enter opens, Escape closes. */
export function startSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#search')
  const results = document.querySelector<HTMLElement>('#results')
  const status = document.querySelector<HTMLElement>('#found')
  if (!field || !results || !status) return
  const search = { field, results, status, isClosed: false }
  field.addEventListener('focus', () => void loadPlaces(field))
  field.addEventListener('input', () => void show(search))
  field.addEventListener('blur', () => close(search))
  field.addEventListener('keydown', (event) => onFieldKey(event, search))
  // Keeps the focus in the field: otherwise the list would close before the click.
  results.addEventListener('pointerdown', (event) => event.preventDefault())
  results.addEventListener('click', ({ target }) => open((target as Element).closest('li')))
  document.addEventListener('keydown', (event) => onPageKey(event, field))
}

let loading: Promise<Place[]> | undefined

function loadPlaces({ dataset }: HTMLElement): Promise<Place[]> {
  return (loading ??= fetchPlaces(dataset['search'] ?? ''))
}

/** Fetches the index. Without an answer, nothing is found, and the next key tries again. */
async function fetchPlaces(url: string): Promise<Place[]> {
  try {
    const response = await fetch(url)
    if (response.ok) return (await response.json()) as Place[]
  } catch {
    // Offline: as for any other failure.
  }
  loading = undefined
  return []
}

async function show(search: Search): Promise<void> {
  const { field, results, status } = search
  const query = field.value
  search.isClosed = false
  const places = findPlaces(await loadPlaces(field), query)
  // A newer query has replaced this one, or the search was closed.
  if (query !== field.value || search.isClosed) return
  results.replaceChildren(...places.map(optionOf))
  results.hidden = places.length === 0
  field.setAttribute('aria-expanded', String(!results.hidden))
  status.textContent = query.trim() === '' ? '' : countOf(places.length)
  selectOption(search, 0)
}

function selectOption({ field, results }: Search, index: number): void {
  for (const [position, option] of [...results.children].entries())
    option.setAttribute('aria-selected', String(position === index))
  const option = results.children[index]
  option?.scrollIntoView({ block: 'nearest' })
  if (option) field.setAttribute('aria-activedescendant', option.id)
  else field.removeAttribute('aria-activedescendant')
}

function close(search: Search): void {
  const { field, results } = search
  search.isClosed = true
  results.hidden = true
  field.setAttribute('aria-expanded', 'false')
  field.removeAttribute('aria-activedescendant')
}

function onFieldKey(event: KeyboardEvent, search: Search): void {
  const options = [...search.results.children]
  const selected = options.findIndex((option) => option.ariaSelected === 'true')
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === 'Escape') close(search)
  else if (search.results.hidden) return
  else if (step !== undefined)
    selectOption(search, (selected + step + options.length) % options.length)
  else if (event.key === 'Enter') open(options[selected])
  else return
  event.preventDefault()
}

function onPageKey(event: KeyboardEvent, field: HTMLInputElement): void {
  const isTyping = (event.target as Element).matches('input, textarea, select')
  const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey
  const isCommand = event.key === 'k' && (event.ctrlKey || event.metaKey)
  if (!isSlash && !isCommand) return
  event.preventDefault()
  field.focus()
  field.select()
}

function open(option: Element | null | undefined): void {
  const to = (option as HTMLElement | null | undefined)?.dataset['to']
  if (to !== undefined) location.assign(to)
}

function optionOf({ to, text, place, method }: Place, index: number): HTMLElement {
  const option = document.createElement('li')
  option.id = `result-${index}`
  option.role = 'option'
  option.dataset['to'] = to
  const title = document.createElement('span')
  title.textContent = method === undefined ? text : `${method} ${text}`
  const where = document.createElement('small')
  where.textContent = place
  option.append(title, where)
  return option
}

function countOf(count: number): string {
  if (count === 0) return 'No results'
  return count === 1 ? '1 result' : `${count} results`
}
