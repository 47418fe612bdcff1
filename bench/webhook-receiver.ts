import { createServer } from 'node:http'

/** Takes each delivery at once and answers how many it took; what is sent to /dead is never answered. */
let taken = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end(String(taken))
  if (request.url === '/dead') return void request.resume()
  request.resume().on('end', () => {
    taken += 1
    response.writeHead(204).end()
  })
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
