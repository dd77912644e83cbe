// Reading what people have, writing what they get. Every reader refuses what is broken in one sentence that says where;
// every writer leaves either the old file or the complete new one.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

enum class FileFormat { csv, tsv, npy, fcs, mtx, h5ad, edges };

struct ReadOptions {
  /// Unset: by the ending of the name (.csv, .tsv, .txt, .mtx, each also .gz; .npy; .fcs, .lmd) or the first bytes of
  /// NPY, FCS and Matrix Market, else comma and tab looked for in the first line, as for standard input.
  std::optional<FileFormat> format{};
  /// Rows with NaN, infinities or empty cells are left out instead of refused.
  bool drop_nonfinite = false;
  /// Values come as float. Otherwise text comes as double and an .npy file in its own precision: float16 and float32 as
  /// float, all else as double.
  bool single = false;
  /// Only these columns, in this order, each once; empty: all of them. A column is given by its name, else by its
  /// number in the file, counted from 1, else by a glob of * and ?. A name that several columns bear is refused: their
  /// numbers tell them apart. Text in columns that are not read is no fault.
  std::vector<std::string> columns{};
  /// Never these, given in the same ways; a name excludes every column that bears it.
  std::vector<std::string> exclude{};
  /// Nor columns of these names, of which there may be none.
  std::vector<std::string> exclude_if_there{};
  /// Of FCS files only, and refused for others: takes the light that dyes spill into the detectors of others out again,
  /// by the matrix that the file carries.
  bool compensate = false;
  /// Of FCS files only, and refused for others: undoes the amplification of $PnE and $PnG. Otherwise values come as
  /// stored.
  bool linearize = false;
  /// Columns of the file become points, rows their numbers. Refused for a Matrix Market file with barcodes beside it,
  /// whose cells are known to be its columns and become rows without asking, and for FCS and h5ad, whose points are
  /// known as well.
  bool transpose = false;
  /// h5ad: which matrix, "X", "layers/NAME", "obsm/NAME", "obsp/NAME" or any other path. Empty: obsm/X_pca where there
  /// is one, as scanpy does, unless `columns` or `exclude` choose among the columns of X, else X; as a graph
  /// obsp/connectivities. Refused for other formats.
  std::string key{};
  /// h5ad: an empty key means X even where there is an obsm/X_pca: for points that are to be prepared or stacked.
  bool prefer_x = false;
  /// h5ad as a graph: its weights are distances, so that an empty key means obsp/distances.
  bool distances = false;
  /// Bytes. Standard input and pipes, whose size nobody knows beforehand, are refused with ErrorKind::out_of_memory
  /// when holding them alone would take more. For files, reading_bytes says it beforehand.
  std::optional<std::size_t> max_memory{};
};

/// A file that rows of a table come from.
struct TableSource {
  std::string name;
  Index rows = 0;
};

/// A table of numbers, one point a row. Sparse where the file is.
struct Table {
  std::variant<Matrix<float>, Matrix<double>, SparseMatrix<float>, SparseMatrix<double>> values;
  std::vector<std::string> column_names;  // empty where the file has none
  std::vector<std::string> row_names;     // empty where the file has none
  /// With drop_nonfinite and rows left out: the 0-based row of the file for each row kept. Empty otherwise.
  std::vector<Index> kept_rows;
  /// Of an h5ad: the matrix that was read. Empty otherwise.
  std::string key;
  /// Of several tables put one below the other: where the rows come from, in order. Empty otherwise.
  std::vector<TableSource> sources;
  /// What whoever uses the table should be told, a sentence each.
  std::vector<std::string> notes;

  [[nodiscard]] Index rows() const;
  [[nodiscard]] Index cols() const;
  [[nodiscard]] bool is_sparse() const { return values.index() >= 2; }
  [[nodiscard]] Points points() const;               // of a dense table
  [[nodiscard]] SparsePoints sparse_points() const;  // of a sparse one
};

/// "-" reads standard input. gzip is known by its first bytes, and so are NPY, FCS and HDF5, whatever the name. In
/// text, cells may be quoted; the first row is a header if it holds words; a first column with an empty header or with
/// words in every row names the rows. A Matrix Market file with 10x's barcodes.tsv beside it, and features.tsv or
/// genes.tsv, each also .gz, has one row a cell, with these names. In an h5ad, or HDF5 in its layout, observations are
/// rows with their names, and X and layers have those of the variables; whatever leads out of such a file is refused.
[[nodiscard]] Table read_table(const std::filesystem::path& path, const ReadOptions& options = {});

/// Tables that were read from the files `names`, one below the other. Columns are matched by name where they have any,
/// and come in the order of the first table; tables whose columns differ are refused. Dense where one of them is, and
/// double where one of them is.
[[nodiscard]] Table stack_tables(std::vector<Table> tables, std::span<const std::string> names);

/// A column of words, or of numbers as words, of a text table or an h5ad's obs: a label for each row of the file. The
/// column is given as in ReadOptions::columns, of an h5ad by its name.
[[nodiscard]] std::vector<std::string> read_labels(const std::filesystem::path& path, const std::string& column,
                                                   const ReadOptions& options = {});

struct NamedGraph {
  Graph graph;
  std::vector<std::string> node_names;  // in the order of first mention
};

/// An edge list, one `source target [weight]` a line, names or numbers, split by blanks, tabs or commas; a name in
/// quotes may hold these. Undirected:
/// lines that repeat a pair in the same direction add up; a pair given in both directions gets the mean of the two. A
/// self-loop stays on the diagonal; an edge of weight 0 names its nodes and joins nothing; # and % begin comments. A
/// first line may be a header: one whose weight is words or, without weights, two words before a line of two numbers.
[[nodiscard]] NamedGraph read_edges(const std::filesystem::path& path);

/// A graph of any format: an edge list; a square Matrix Market file, whose nodes have the numbers from 1 as names; or a
/// matrix of an h5ad with a row and a column for each node. Entries for a pair in both directions get their mean, one
/// in a single direction counts as it is, and 0 joins nothing.
[[nodiscard]] NamedGraph read_graph(const std::filesystem::path& path, const ReadOptions& options = {});

/// About how many bytes a program will hold at most while it reads the file as a table or a graph, itself included,
/// without reading more than a part of it. Nothing is known of standard input, for which there is
/// ReadOptions::max_memory, and of gzip what its last bytes say.
[[nodiscard]] std::size_t reading_bytes(const std::filesystem::path& path, const ReadOptions& options, bool graph);

/// What a file holds, without keeping it.
struct FileSummary {
  std::string format;                                      // "csv", "npy", "edge list", …
  std::vector<std::pair<std::string, std::string>> facts;  // in the order to show them
};

[[nodiscard]] FileSummary describe_file(const std::filesystem::path& path, const ReadOptions& options = {});

/// A file that appears under its name all at once: a temporary one beside it, flushed to disk, then renamed. Dropped
/// without commit() it leaves nothing behind. "-" writes to standard output; devices and pipes are written to directly.
/// One that was moved from may only be destroyed or assigned to, one that was committed not be written to. A program
/// that wants an Error for a closed pipe ignores SIGPIPE.
class OutputFile {
 public:
  enum class Existing { refuse, replace };
  /// Creates the temporary file now, so that what cannot be written is known before any work.
  OutputFile(std::filesystem::path path, Existing existing);
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;
  ~OutputFile();

  [[nodiscard]] const std::filesystem::path& path() const;
  /// Of the temporary file, to read it and to change what is written; -1 where there is none.
  [[nodiscard]] int descriptor() const;
  void write(std::string_view bytes);
  void commit();

 private:
  struct File;
  std::unique_ptr<File> file_;
};

/// A value for each row beside its coordinates.
struct ValueColumn {
  std::string name;
  std::vector<double> values;
  bool whole = false;  // whole numbers
};

struct EmbeddingLabels {
  std::vector<std::string> column_names{};  // one a column of values
  std::string row_header{};                 // heading of the names; used where there are row names
  std::vector<std::string> row_names{};     // empty: none
  /// Where the rows come from, in order, for a column `source` behind the names in text; empty: no such column.
  std::vector<TableSource> sources{};
  /// Columns behind these in text.
  std::vector<ValueColumn> columns{};
  /// Columns behind the coordinates in text; what is not a number is an empty cell.
  std::vector<ValueColumn> last_columns{};
};

/// Refuses, with ErrorKind::bad_option, an output whose ending write_matrix does not know. For before the work.
void check_output_ending(const std::filesystem::path& path);

/// .npy as float64 (or float32), .csv and .tsv, also .gz, with a header where there are column names; standard output,
/// devices and pipes as csv unless their ending says otherwise. Numbers are the shortest that read back the same.
void write_matrix(OutputFile& out, MatrixView<double> values, const EmbeddingLabels& labels = {}, bool single = false);

/// What an embedding adds to an h5ad.
struct H5adAdditions {
  MatrixView<double> embedding;         // obsm/X_codimap
  MatrixView<double> layout{};          // obsm/X_codimap_layout; empty: none
  std::vector<Index> kept_rows{};       // the row of the file for each row of the embedding; the others become NaN.
                                        // Empty: all rows
  std::vector<double> eigenvalues{};    // uns/codimap/eigenvalues
  std::vector<double> residuals{};      // uns/codimap/residuals
  std::string options{};                // uns/codimap/options; empty: none
  Matrix<double> diffmap{};             // obsm/X_diffmap in float32, the trivial component first; empty: none
  std::vector<double> diffmap_evals{};  // uns/diffmap_evals
  std::vector<ValueColumn> columns{};   // obs/codimap_NAME
};

/// Refuses, with ErrorKind::bad_option, an input that write_h5ad cannot copy and add to. For before the work.
void check_h5ad_input(const std::filesystem::path& input);

/// A copy of the h5ad `input`, as it is, with what is added put in place of anything of the same name.
void write_h5ad(OutputFile& out, const std::filesystem::path& input, const H5adAdditions& added, bool single = false);

/// Deletes what unfinished OutputFiles left so far. Safe to call from a signal handler.
void remove_unfinished_outputs() noexcept;

}  // namespace codimap
