// The description of the API: Swagger UI to try it, or Redoc to read it.

const swagger = document.getElementById("swagger");
if (swagger) {
  window.SwaggerUIBundle({
    domNode: swagger,
    url: swagger.dataset.description,
    deepLinking: true,
    docExpansion: "none",
    validatorUrl: null,
    // Who is signed in writes with the token of Django's forms, as at the desk.
    requestInterceptor: (request) => {
      request.headers["X-CSRFToken"] = swagger.dataset.token;
      return request;
    },
  });
}

const redoc = document.getElementById("redoc");
if (redoc) {
  window.Redoc.init(
    redoc.dataset.description,
    { disableSearch: true, hideDownloadButton: true, nativeScrollbars: true },
    redoc,
  );
}
