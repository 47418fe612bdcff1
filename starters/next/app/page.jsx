import { redirect } from 'next/navigation'
import { currentSession } from '../browser.mjs'

export default async function Home() {
  const session = await currentSession()
  if (!session) redirect('/login')
  return (
    <>
      <h1>Hello {session.user.name}</h1>
      <p>{session.user.email}</p>
      <a href="/payments">Pay</a>
      <form method="post" action="/logout">
        <button>Log out</button>
      </form>
    </>
  )
}
