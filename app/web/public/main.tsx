import { hydrateRoot } from 'react-dom/client'
import { hideFragment, hideToken } from '#web/one-time-token.ts'
import { movedPaths, tokenPaths } from '../addresses.ts'
import { inTurn } from '../in-turn.ts'
import { PublicApp } from './app.tsx'
import { screenAt } from './routes.tsx'

for (const base of tokenPaths) hideToken(base)
hideFragment('sandbox')

// The server sends these on as well; here for a page that came from elsewhere.
const moved = movedPaths[location.pathname]
if (moved !== undefined) history.replaceState(history.state, '', moved + location.search)

const root = document.querySelector('#root')
const path = location.pathname
if (root)
  void inTurn([screenAt(path).load]).then(() => {
    hydrateRoot(root, <PublicApp path={path} />)
    root.removeAttribute('data-waiting')
  })
