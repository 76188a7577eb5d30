const page = document.getElementById('page');
if (page) page.textContent = 'A run of firsthit';
