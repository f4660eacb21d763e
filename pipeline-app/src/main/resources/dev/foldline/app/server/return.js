// Keeps the address of a page that needs a login, so that the login link leads back to it. The server checks the address.

if (location.pathname !== '/login')
  document.cookie =
    'foldline_return=' +
    encodeURIComponent(location.pathname + location.search + location.hash) +
    '; Max-Age=600; Path=/login; SameSite=Lax';
